import { shownRanks } from '../render/figures.js'
import { isForeign, relevantDocuments } from '../measures/answer-measures.js'
import { gradeOf, type Answer, type RankedDocument, type RunQuery } from '../run/run.js'
import type { Passage } from '../suite/suite.js'
import { visibleText } from './markup.js'
import type { ReportSuite, System } from './report-suite.js'

const significantDigits = 5
const mostExpected = 12

/** What the page's script reads: every query with its answers. Each text stands once, among the strings. */
export type PageData = ReturnType<typeof encodePageData>

/** A suite, and the systems that answered it: strategies of one run or of several. */
export type PageSuite = PageData['suites'][number]

/** A query with one answer for each of its suite's systems. */
export type PageQuery = PageSuite['queries'][number]

/** A system's answer to a query. */
export type PageAnswer = ReturnType<typeof encodeAnswer>

/** A document with the index of its best chunk among the chunks; a grade of 0 is not relevant. */
export type PageEntry = ReturnType<typeof encodeEntry>

/** A string by its index among the strings. */
type Text = number

/** A chunk of a document; its lines count from 1. */
type PageChunk = readonly [document: Text, startLine: number, endLine: number, heading: Text, snippet: Text]

/** What a retriever contributed to a score; its query coverage, from 0 to 1, if it is known. */
type PageContribution = readonly [
  source: Text,
  rank: number | null,
  raw: number | null,
  value: number,
  coverage?: number,
]

interface Interners {
  readonly text: (text: string) => number
  readonly chunk: (chunk: PageChunk) => number
}

/**
 * The data that the page's script shows, without anything that it does not show.
 * @param hitDepth a query counts as found if a relevant document is among so many
 */
export function encodePageData(suites: readonly ReportSuite[], hitDepth: number) {
  const strings = createInterner((text: string) => text)
  const chunks = createInterner((chunk: PageChunk) => chunk.join())
  const interners = { text: (text: string) => strings.indexOf(visibleText(text)), chunk: chunks.indexOf }
  const encoded = suites.map(({ title, queries, systems }) => ({
    title: visibleText(title),
    systems: systems.map(({ name, strategy, run }) => {
      const retriever = strategy === 'keyword' || strategy === 'vector' ? strategy : null
      // The systems of one run searched the same documents; `retriever` is null if a strategy is more than one.
      return { name: visibleText(name), run, retriever } as const
    }),
    // Those of other suites have no ranking to look at.
    queries: queries
      .filter((query) => !isForeign(query))
      .map((query) => encodeQuery(query, systems, interners)),
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

function encodeQuery(query: RunQuery, systems: readonly System[], interners: Interners) {
  return {
    id: visibleText(query.id),
    text: visibleText(query.text),
    kind: visibleText(query.kind),
    expected: encodeExpected(query, interners),
    /** How many documents answer it; 0 if nothing should be found. */
    relevant: relevantDocuments(query).length,
    answers: systems.map(({ answers }) => {
      const answer = answers.get(query.id)
      return answer ? encodeAnswer(answer, query, interners) : null
    }),
  }
}

/** The first documents that answer a query, best grade first, and where in them the answer stands. */
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

function encodeAnswer(answer: Answer, query: RunQuery, interners: Interners) {
  const { documents, ranking, results, timings, degraded } = answer
  const detailed = ranking.slice(0, shownRanks)
  return {
    /** Of the first relevant document, from 1; null if none was ranked. */
    rank: rankOf(documents.findIndex((document) => gradeOf(query, document) > 0)),
    ranking: detailed.map((ranked) => encodeEntry(ranked, gradeOf(query, ranked.document), interners)),
    /** Documents below those whose details are known. */
    others: documents
      .slice(detailed.length, shownRanks)
      .map((document) => [interners.text(document), gradeOf(query, document)] as const),
    /** How many chunks the strategy shows by its own limit and threshold; null if not known. */
    shown: results?.length ?? null,
    /** The rank of the first shown chunk that holds an answering passage; null if none does. */
    passage: rankOf(results?.findIndex(({ hasPassage }) => hasPassage) ?? -1),
    milliseconds: timings && rounded(timings.total),
    degraded: degraded.map(interners.text),
  }
}

function encodeEntry(ranked: RankedDocument, grade: number, { text, chunk }: Interners) {
  const { document, startLine, endLine, heading, snippet, score, confidence, contributions } = ranked
  const place = [text(document), startLine, endLine, text(heading.join(' › ')), text(snippet)] as const
  const parts = contributions.map(({ source, rank, raw, value, coverage }): PageContribution => {
    const part = [text(source), rank, raw === null ? null : rounded(raw), rounded(value)] as const
    return coverage === undefined ? part : [...part, rounded(coverage)]
  })
  return [chunk(place), grade, rounded(score), rounded(confidence), parts] as const
}

function rankOf(index: number): number | null {
  return index < 0 ? null : index + 1
}

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits))
}
