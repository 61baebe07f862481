import { relevantDocuments } from '../measures/answer-measures.js'
import { type Answer, type RankedDocument, type RunQuery, gradeOf } from '../run/run.js'
import type { Passage } from '../suite/suite.js'
import { visibleText } from './markup.js'
import {
  type PageAnswer,
  type PageChunk,
  type PageContribution,
  type PageData,
  type PageEntry,
  type PageExpected,
  type PageQuery,
  type PageSystem,
  shownRanks,
} from './page-data.js'
import type { ReportSuite, System } from './report-suite.js'

const significantDigits = 5

const mostExpected = 12

/** Everything that the page's script shows, trimmed to what it shows and with every text once. */
export function encodePageData(suites: readonly ReportSuite[], hitDepth: number): PageData {
  const interners: Interners = {
    strings: createInterner((text: string) => text),
    chunks: createInterner((chunk: PageChunk) => chunk.join()),
  }
  const encoded = suites.map(({ title, queries, systems }) => ({
    title: visibleText(title),
    systems: systems.map(encodePageSystem),
    queries: queries.map((query) => encodeQuery(query, systems, interners)),
  }))
  return { strings: interners.strings.items, chunks: interners.chunks.items, hitDepth, suites: encoded }
}

function encodePageSystem({ name, strategy, run }: System): PageSystem {
  const retriever = strategy === 'keyword' || strategy === 'vector' ? strategy : null
  return { name: visibleText(name), run, retriever }
}

function encodeQuery(query: RunQuery, systems: readonly System[], interners: Interners): PageQuery {
  return {
    id: visibleText(query.id),
    text: visibleText(query.text),
    kind: visibleText(query.kind),
    expected: encodeExpected(query, interners.strings),
    relevant: relevantDocuments(query).length,
    answers: systems.map(({ answers }) => {
      const answer = answers.get(query.id)
      return answer ? encodeAnswer(answer, query, interners) : null
    }),
  }
}

/** What a page keeps once. */
interface Interners {
  readonly strings: Interner<string>
  readonly chunks: Interner<PageChunk>
}

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits))
}

function encodeEntry(
  { document, startLine, endLine, heading, snippet, score, evidence, contributions }: RankedDocument,
  grade: number,
  { strings, chunks }: Interners,
): PageEntry {
  const indexOfText = (text: string) => strings.indexOf(visibleText(text))
  const chunk = chunks.indexOf([
    indexOfText(document),
    startLine,
    endLine,
    indexOfText(heading.join(' › ')),
    indexOfText(snippet),
  ])
  const parts = contributions.map(({ source, rank, raw, value, coverage }): PageContribution => {
    const part = [indexOfText(source), rank, raw === null ? null : rounded(raw), rounded(value)] as const
    return coverage === undefined ? part : [...part, rounded(coverage)]
  })
  return [chunk, grade, rounded(score), rounded(evidence), parts]
}

function rankOf(found: number): number | null {
  return found < 0 ? null : found + 1
}

/** An answer as the page shows it: the first documents, with what is known of them. */
function encodeAnswer(answer: Answer, query: RunQuery, interners: Interners): PageAnswer {
  const { documents, ranking, results, timings, degraded } = answer
  const detailed = ranking.slice(0, shownRanks)
  const indexOfText = (text: string) => interners.strings.indexOf(visibleText(text))
  return {
    rank: rankOf(documents.findIndex((document) => gradeOf(query, document) > 0)),
    ranking: detailed.map((ranked) => encodeEntry(ranked, gradeOf(query, ranked.document), interners)),
    others: documents
      .slice(detailed.length, shownRanks)
      .map((document) => [indexOfText(document), gradeOf(query, document)] as const),
    shown: results?.length ?? null,
    passage: rankOf(results?.findIndex(({ hasPassage }) => hasPassage) ?? -1),
    milliseconds: timings && rounded(timings.total),
    degraded: degraded.map(indexOfText),
  }
}

function describePlace({ lines, contains }: Passage): string {
  const where = lines && (lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}–${lines[1]}`)
  const what = contains === undefined ? undefined : `“${visibleText(contains)}”`
  return [where, what].filter((part) => part !== undefined).join(': ')
}

/** The documents that answer a query, best grade first, as many as anybody reads. */
function encodeExpected({ grades, passages }: RunQuery, strings: Interner<string>): PageExpected[] {
  const relevant = Object.entries(grades).filter(([, grade]) => grade > 0)
  return relevant
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostExpected)
    .map(([document, grade]) => {
      const places = passages.filter((passage) => passage.document === document).map(describePlace)
      return {
        document: strings.indexOf(visibleText(document)),
        grade,
        places: places.filter((place) => place !== ''),
      }
    })
}

/** Keeps equal things once, each at an index of its own. */
interface Interner<Item> {
  readonly items: readonly Item[]
  /** The index of an item; the first time it is put at the end. */
  indexOf(item: Item): number
}

/** Items are equal where their keys are. */
function createInterner<Item>(keyOf: (item: Item) => string): Interner<Item> {
  const items: Item[] = []
  const indices = new Map<string, number>()
  return {
    items,
    indexOf(item) {
      const key = keyOf(item)
      const known = indices.get(key)
      if (known !== undefined) return known
      indices.set(key, items.length)
      return items.push(item) - 1
    },
  }
}
