import {
  type PageAnswer,
  type PageContribution,
  type PageData,
  type PageEntry,
  shownRanks,
} from '../page-data.js'
import type { QueryItem } from './select-queries.js'

/** What a retriever found for a query, and how that is known. */
export interface RetrieverList {
  readonly listed: readonly Listed[]
  /** The system's index among the suite's systems; null where the list was put together from fused results. */
  readonly system: number | null
}

/** What a list contributed to a score. */
export interface Contribution {
  readonly source: string
  readonly rank: number | null
  readonly raw: number | null
  readonly value: number
  /** The share of the question's words that the chunk matches, from 0 to 1; null where the list does not tell. */
  readonly coverage: number | null
}

/** What is known of a ranked document besides its name. */
export interface Details {
  readonly startLine: number
  readonly endLine: number
  readonly heading: string
  readonly snippet: string
  /** Null where it is not known. */
  readonly score: number | null
  readonly evidence: number
  readonly contributions: readonly Contribution[]
}

/** A document in a list. */
export interface Listed {
  /** From 1. */
  readonly rank: number
  readonly document: string
  /** Above 0 is relevant. */
  readonly grade: number
  readonly details: Details | null
}

/**
 * What a retriever found, beside what a chosen system made of it: the retriever's own ranking where it was asked alone,
 * else what the contributions to that run's fused results tell, which has gaps, else the retriever's ranking in another
 * run; null where nothing is known.
 */
export function retrieverList(
  data: PageData,
  item: QueryItem,
  { retriever, chosen }: { retriever: 'keyword' | 'vector'; chosen: number | null },
): RetrieverList | null {
  const run = chosen === null ? undefined : item.suite.systems[chosen]?.run
  const system = systemIndex(item, retriever, run)
  const isSameRun = system !== null && item.suite.systems[system]?.run === run
  const fused = item.query.answers.filter((_, index) => item.suite.systems[index]?.run === run)
  const derived = isSameRun ? [] : fromFused(data, fused, retriever)
  if (derived.length > 0) return { listed: derived, system: null }
  const answer = system === null ? null : item.query.answers[system]
  return answer ? { listed: decodeAnswer(data, answer), system } : null
}

/** The documents of an answer, best first. */
export function decodeAnswer(data: PageData, { ranking, others }: PageAnswer): Listed[] {
  const detailed = ranking.map((entry, index) => decodeEntry(data, entry, index))
  const rest = others.map(([document, grade], index) => ({
    rank: ranking.length + index + 1,
    document: data.strings[document] ?? '',
    grade,
    details: null,
  }))
  return [...detailed, ...rest]
}

/** The retriever as a system of its own, best of the same run as the chosen system. */
function systemIndex({ suite }: QueryItem, retriever: string, run: number | undefined): number | null {
  const indices = [...suite.systems.keys()].filter((index) => suite.systems[index]?.retriever === retriever)
  return indices.find((index) => suite.systems[index]?.run === run) ?? indices[0] ?? null
}

/** A fused result as a retriever had it: at its rank, with its score alone. */
function asRetrieved(listed: Listed, retriever: string): Listed[] {
  const { details } = listed
  const part = details?.contributions.find(({ source }) => source === retriever)
  if (!details || !part || part.rank === null) return []
  return [{ ...listed, rank: part.rank, details: { ...details, score: null, contributions: [part] } }]
}

/** Fused results in the order that a retriever gave them; of those of one rank the first. */
function fromFused(data: PageData, answers: readonly (PageAnswer | null)[], retriever: string): Listed[] {
  const found = answers.flatMap((answer) =>
    answer ? decodeAnswer(data, answer).flatMap((listed) => asRetrieved(listed, retriever)) : [],
  )
  const byRank = new Map(found.toReversed().map((listed) => [listed.rank, listed]))
  return [...byRank.values()].toSorted((a, b) => a.rank - b.rank).slice(0, shownRanks)
}

function decodeContribution({ strings }: PageData, part: PageContribution): Contribution {
  const [source, rank, raw, value, coverage = null] = part
  return { source: strings[source] ?? '', rank, raw, value, coverage }
}

function decodeEntry(data: PageData, entry: PageEntry, index: number): Listed {
  const [chunk, grade, score, evidence, contributions] = entry
  const [document = -1, startLine = 0, endLine = 0, heading = -1, snippet = -1] = data.chunks[chunk] ?? []
  const text = (at: number) => data.strings[at] ?? ''
  const details = {
    startLine,
    endLine,
    heading: text(heading),
    snippet: text(snippet),
    score,
    evidence,
    contributions: contributions.map((part) => decodeContribution(data, part)),
  }
  return { rank: index + 1, document: text(document), grade, details }
}
