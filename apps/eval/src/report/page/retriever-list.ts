import type { PageAnswer, PageData } from '../page-data/page-data.js'
import { shownRanks } from '../page-data/shown-ranks.js'
import { decodeAnswer, type Listed } from './decode-answer.js'
import type { QueryItem } from './query-item.js'

/** What a retriever found for a query, and how that is known. */
export interface RetrieverList {
  readonly listed: readonly Listed[]
  /** The system's index among the suite's systems; null where the list was put together from fused results. */
  readonly system: number | null
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
