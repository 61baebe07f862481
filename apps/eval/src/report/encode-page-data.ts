import { relevantDocuments } from '../measures/answer-measures.js'
import { gradeOf, type Answer, type RankedDocument, type RunQuery } from '../run/run.js'
import type { Passage } from '../suite/suite.js'
import { visibleText } from './markup.js'
import {
  shownRanks,
  type PageAnswer,
  type PageChunk,
  type PageContribution,
  type PageData,
  type PageEntry,
  type PageQuery,
} from './page-data.js'
import type { ReportSuite, System } from './report-suite.js'

const significantDigits = 5
const mostExpected = 12

interface Interners {
  readonly text: (text: string) => number
  readonly chunk: (chunk: PageChunk) => number
}

/** The data that the page's script shows, without anything that it does not show. */
export function encodePageData(suites: readonly ReportSuite[], hitDepth: number): PageData {
  const strings = createInterner((text: string) => text)
  const chunks = createInterner((chunk: PageChunk) => chunk.join())
  const interners = { text: (text: string) => strings.indexOf(visibleText(text)), chunk: chunks.indexOf }
  const encoded = suites.map(({ title, queries, systems }) => ({
    title: visibleText(title),
    systems: systems.map(({ name, strategy, run }) => {
      const retriever = strategy === 'keyword' || strategy === 'vector' ? strategy : null
      return { name: visibleText(name), run, retriever } as const
    }),
    queries: queries.map((query) => encodeQuery(query, systems, interners)),
  }))
  return { strings: strings.items, chunks: chunks.items, hitDepth, suites: encoded }
}

function createInterner<Item>(keyOf: (item: Item) => string) {
  const items: Item[] = []
  const indices = new Map<string, number>()
  return {
    items,
    indexOf(item: Item): number {
      const key = keyOf(item)
      const index = indices.get(key) ?? items.push(item) - 1
      indices.set(key, index)
      return index
    },
  }
}

function encodeQuery(query: RunQuery, systems: readonly System[], interners: Interners): PageQuery {
  return {
    id: visibleText(query.id),
    text: visibleText(query.text),
    kind: visibleText(query.kind),
    expected: encodeExpected(query, interners),
    relevant: relevantDocuments(query).length,
    answers: systems.map(({ answers }) => {
      const answer = answers.get(query.id)
      return answer ? encodeAnswer(answer, query, interners) : null
    }),
  }
}

function encodeExpected({ grades, passages }: RunQuery, { text }: Interners) {
  return Object.entries(grades)
    .filter(([, grade]) => grade > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostExpected)
    .map(([document, grade]) => {
      const places = passages.filter((passage) => passage.document === document).map(describePassage)
      return { document: text(document), grade, places: places.filter((place) => place !== '') }
    })
}

function describePassage({ lines, contains }: Passage): string {
  const where = lines && (lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}–${lines[1]}`)
  const what = contains === undefined ? undefined : `“${visibleText(contains)}”`
  return [where, what].filter((part) => part !== undefined).join(': ')
}

function encodeAnswer(answer: Answer, query: RunQuery, interners: Interners): PageAnswer {
  const { documents, ranking, results, timings, degraded } = answer
  const detailed = ranking.slice(0, shownRanks)
  return {
    rank: rankOf(documents.findIndex((document) => gradeOf(query, document) > 0)),
    ranking: detailed.map((ranked) => encodeEntry(ranked, gradeOf(query, ranked.document), interners)),
    others: documents
      .slice(detailed.length, shownRanks)
      .map((document) => [interners.text(document), gradeOf(query, document)] as const),
    shown: results?.length ?? null,
    passage: rankOf(results?.findIndex(({ hasPassage }) => hasPassage) ?? -1),
    milliseconds: timings && rounded(timings.total),
    degraded: degraded.map(interners.text),
  }
}

function encodeEntry(ranked: RankedDocument, grade: number, { text, chunk }: Interners): PageEntry {
  const { document, startLine, endLine, heading, snippet, score, evidence, contributions } = ranked
  const place = [text(document), startLine, endLine, text(heading.join(' › ')), text(snippet)] as const
  const parts = contributions.map(({ source, rank, raw, value, coverage }): PageContribution => {
    const part = [text(source), rank, raw === null ? null : rounded(raw), rounded(value)] as const
    return coverage === undefined ? part : [...part, rounded(coverage)]
  })
  return [chunk(place), grade, rounded(score), rounded(evidence), parts]
}

function rankOf(index: number): number | null {
  return index < 0 ? null : index + 1
}

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits))
}
