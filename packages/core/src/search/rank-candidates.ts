import type { Item } from '@recallite/store'
import { orderByAdjustments, rankingOptionsOf, recallOptionsOf, withUsual } from '../records/rank-records.js'
import type { RecallOptions, RecordAdjustments } from '../records/record-memory.js'
import type { DuplicateSpan, SearchResult, StageReport } from './answer.js'
import { createStageTimer, rank, type RankingSource } from './rank.js'
import { decideBoth, type Decided } from './decide-both.js'
import {
  resolveSearchOptions,
  searchDefaults,
  type SearchOptions,
  type SearchSettings,
} from './search-options.js'
import { isWeak, type Omission } from './stages/diversify.js'
import type { RankedItem, Ranking, Scored } from './stages/fuse.js'
import { orderByScores } from './stages/order-by-scores.js'
import { readItems } from './stages/read-items.js'
import type { Candidate, ScoredRetrieval } from './stages/retrieve.js'

/**
 * All that the stages after retrieval read, as a value that JSON carries: what both retrievers found for a query, whatever their
 * weights, with both scores of each.
 */
export interface Candidates extends Pick<Scored, 'nameShare'>, Pick<RankingSource, 'today'> {
  readonly kind: SearchResult['kind']
  readonly retrievals: readonly CandidateList[]
  /** The texts of all candidates, except damaged ones. */
  readonly items: readonly Item[]
  /** The reranker's scores, from 0 to 1, by candidate; empty if none ran. */
  readonly rerankScores: Readonly<Record<string, number>>
  /** Of records, what orders them, by their ids; those that are not to be found have nothing. */
  readonly adjustments: Readonly<Record<string, RecordAdjustments>>
  /** Of records, how they are recalled unless the options say otherwise. */
  readonly usual: RecallOptions
}

/** What one retriever found, and its scores of all candidates. */
export interface CandidateList extends Omit<ScoredRetrieval, 'candidates' | 'scores'> {
  /** The ids of what it found, best first. */
  readonly found: readonly string[]
  readonly scores: readonly Candidate[]
}

/** A candidate in its ranking. */
export interface RankedCandidate extends RankedItem {
  readonly kind: SearchResult['kind']
  /** By its fused score, from 1. */
  readonly rank: number
  /** Among the results of its kind, from 1; null if it is not shown. */
  readonly position: number | null
  /** Whether its confidence is below the threshold, or below the default one. */
  readonly weak: boolean
  /** Of a record: what ordered it, and its score. */
  readonly order?: { readonly score: number; readonly adjustments: RecordAdjustments } | undefined
  /** Where the candidates are that were merged into it. */
  readonly duplicates: readonly DuplicateSpan[]
  /** Why it is not shown; null if it is. */
  readonly omission: Omission | { readonly kind: OmissionKind } | null
}

/**
 * It comes after the last one that is shown (`limit`); its fused score is below the threshold; the search abstains; its text is damaged;
 * its record is not to be found any more.
 */
type OmissionKind = 'limit' | 'threshold' | 'abstained' | 'damaged' | 'gone'

/** The ranking of the candidates of one kind. */
export interface RankedCandidates extends Decided<RankedCandidate> {
  /** The candidates that are not shown, in the order of the ranking. */
  readonly omitted: readonly RankedCandidate[]
  readonly settings: SearchSettings
  readonly stages: readonly StageReport[]
}

/**
 * Ranks candidates as a search with these options does, without asking for anything. What needs another retrieval is not
 * considered: filters, kinds, phrases, numbers of candidates, spelling correction. Items without a score of the reranker keep their rank, and
 * a retriever that was off stays so.
 * @throws MemoryError `OPTION_INVALID`; FusionError
 */
export async function rankCandidates(
  candidates: Candidates,
  options: SearchOptions = {},
): Promise<RankedCandidates> {
  const { kind, items, today, nameShare } = candidates
  const settings = resolveSearchOptions(kind === 'file' ? options : recordOptions(candidates, options))
  const { stages, runStage } = createStageTimer()
  const byId = new Map(items.map((item) => [item.id, item]))
  const store: RankingSource['store'] = {
    readItems: async (ids) => ({ items: ids.flatMap((id) => byId.get(id) ?? []), damaged: [] }),
  }
  const { adjust, orders } = orderRecords(candidates, store)
  const rerank = settings.rerank ? rerankBy(candidates, settings) : undefined
  const source = { store, today, rerank, adjust: kind === 'record' ? adjust : undefined, runStage }
  const scored = { nameShare, retrievals: candidates.retrievals.map(toRetrieval) }
  const ranked = await rank(scored, source, settings)

  const { fused, adjusted, decision } = ranked
  const ranks = new Map(fused.map(({ id }, index) => [id, index + 1]))
  const toCandidate = (one: RankedItem) => {
    const { id, confidence } = one
    const own = { item: byId.get(id), rank: ranks.get(id) ?? 0, order: orders.get(id) }
    return { ...one, ...own, kind, weak: isWeak(confidence, settings) }
  }
  const results = decision.ranking.map((one, index) => {
    return { ...toCandidate(one), duplicates: one.duplicates, position: index + 1, omission: null }
  })
  const whole = [...adjusted, ...without(adjusted, fused)]
  const omitted = without(results, whole).map((one) => {
    return { ...toCandidate(one), duplicates: [], position: null, omission: omissionOf(one.id, ranked, byId) }
  })
  const { confidence, heldBack } = decision
  return { results, omitted, confidence, abstained: heldBack > 0, heldBack, settings, stages }
}

function without(left: Ranking, ranking: Ranking): Ranking {
  const ids = new Set(left.map(({ id }) => id))
  return ranking.filter(({ id }) => !ids.has(id))
}

/** The ranking of candidates of both kinds. */
export interface RankedBoth extends Decided<RankedCandidate> {
  readonly files: RankedCandidates | null
  readonly records: RankedCandidates | null
}

/** Ranks the candidates of both kinds, or of the one that was searched, as a search does. @throws as `rankCandidates` */
export async function rankBoth(
  { files, records }: { readonly files: Candidates | null; readonly records: Candidates | null },
  options: SearchOptions = {},
): Promise<RankedBoth> {
  const ranked = {
    files: files && (await rankCandidates(files, options)),
    records: records && (await rankCandidates(records, options)),
  }
  const { limit = searchDefaults.limit } = options
  if (ranked.files && ranked.records) return { ...ranked, ...decideBoth(ranked.files, ranked.records, limit) }
  const { results, confidence, abstained, heldBack } = ranked.files ?? ranked.records ?? nothing
  return { ...ranked, results, confidence, abstained, heldBack }
}

const nothing: Decided<RankedCandidate> = { results: [], confidence: 0, abstained: false, heldBack: 0 }

function recordOptions({ usual }: Candidates, options: SearchOptions): SearchOptions {
  return rankingOptionsOf(withUsual(usual, recallOptionsOf(options)))
}

function toRetrieval({ found, scores, ...list }: CandidateList): ScoredRetrieval {
  return {
    ...list,
    candidates: found.map((id) => ({ id })),
    scores: new Map(scores.map(({ id, ...score }) => [id, score])),
  }
}

function rerankBy({ rerankScores }: Candidates, { rerankCandidates: first }: SearchSettings) {
  const scores = new Map(Object.entries(rerankScores))
  if (scores.size === 0) return undefined
  return async (ranking: Ranking) => {
    const ordered = orderByScores(ranking.slice(0, first), scores)
    return { ranking: [...ordered, ...ranking.slice(first)], degraded: [], did: 'ordered by known scores' }
  }
}

function orderRecords({ adjustments }: Candidates, store: RankingSource['store']) {
  const orders = new Map<string, RankedCandidate['order']>()
  const adjust = async (ranking: Ranking) => {
    const { found } = await readItems(store, ranking)
    const adjusted = orderByAdjustments(found, (id) => adjustments[id])
    for (const { item, ...order } of adjusted) orders.set(item.id, order)
    return adjusted.map(({ item }) => item)
  }
  return { adjust, orders }
}

function omissionOf(
  id: string,
  { adjusted, diversified, decision }: Awaited<ReturnType<typeof rank>>,
  items: ReadonlyMap<string, Item>,
): RankedCandidate['omission'] {
  const isIn = (ranking: Ranking) => ranking.some((ranked) => ranked.id === id)
  if (!items.has(id)) return { kind: 'damaged' }
  if (!isIn(adjusted)) return { kind: 'gone' }
  if (isIn(diversified.ranking)) return { kind: decision.heldBack > 0 ? 'abstained' : 'threshold' }
  return diversified.omissions.get(id) ?? { kind: 'limit' }
}
