import type { Item } from '@recallite/store'
import { orderByAdjustments, settingsOfRecords } from '../records/rank-records.js'
import type { RecallOptions, RecordAdjustments } from '../records/record-memory.js'
import type { SearchAnswer, SearchResult } from './answer.js'
import type { RetrieverScore } from './retrievers/retriever.js'
import { createStageTimer, rank, type KindToRank } from './rank.js'
import { resolveSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js'
import { isWeak, type Omission } from './stages/diversify.js'
import type { Scored } from './stages/fuse.js'
import { orderByScores } from './stages/order-by-scores.js'
import type { ReadItem, RankedItem, Ranking } from './stages/ranked-items.js'
import type { ScoredRetrieval } from './stages/retrieve.js'
import type { QueryTime } from './time/read-time.js'

/**
 * All that the stages after retrieval read of one kind, as a value that JSON carries: what the retrievers found for a query, whatever
 * their weights, with the scores of each.
 */
export interface KindCandidates extends Pick<Scored, 'kind' | 'nameShare'>, Pick<KindToRank, 'today'> {
  /** The time that the query names; null if it names none. */
  readonly time: QueryTime | null
  readonly retrievals: readonly CandidateList[]
  /** The texts of all candidates, except damaged ones. */
  readonly items: readonly Item[]
  /** The reranker's scores, from 0 to 1, by candidate; empty if none ran. */
  readonly rerankScores: Entries<number>
  /** Of records, what orders them, by their ids; records that cannot be recalled have nothing. */
  readonly adjustments: Entries<RecordAdjustments>
  /** Of records, how they are recalled unless the options say otherwise. */
  readonly recall: RecallOptions
}

type Entries<Value> = readonly (readonly [id: string, value: Value])[]

/** What one retriever found, best first, and its scores of all candidates. */
export interface CandidateList extends Omit<ScoredRetrieval, 'scores'> {
  readonly scores: Entries<RetrieverScore>
}

/** A candidate in its ranking. */
export interface RankedCandidate extends RankedItem, Pick<SearchResult, 'weak' | 'duplicates'> {
  /**
   * Why it is not shown; null if it is. Besides repeating another one or being held: it comes after the last one that is shown, its fused
   * score is below the threshold, the search abstains or has better answers of another kind, its text is damaged, or its record cannot be recalled any more.
   */
  readonly omission:
    | Omission
    | { readonly kind: 'limit' | 'threshold' | 'abstained' | 'damaged' | 'gone' }
    | null
}

/** The ranking of the candidates of all kinds. */
export interface RankedCandidates extends Pick<SearchAnswer, 'confidence' | 'abstained' | 'heldBack'> {
  /** Best first. */
  readonly results: readonly RankedCandidate[]
  /** The candidates that are not shown, in the order of the ranking. */
  readonly omitted: readonly RankedCandidate[]
}

/**
 * Ranks candidates as a search with these options does, without any request. What needs another retrieval is not considered: filters,
 * kinds, phrases, times in the query, numbers of candidates, spelling correction. Items without a score of the reranker keep their
 * rank, and a retriever that was off stays so.
 * @param candidates of each kind that was searched
 * @throws MemoryError `OPTION_INVALID`; FusionError
 */
export async function rankCandidates(
  candidates: readonly KindCandidates[],
  options: SearchOptions = {},
): Promise<RankedCandidates> {
  const kinds = candidates.map((ofKind) => toKind(ofKind, options))
  const items = new Map(candidates.flatMap((ofKind) => ofKind.items.map((item) => [item.id, item])))
  const time = candidates.find((ofKind) => ofKind.time)?.time ?? null
  const [first] = kinds
  if (!first) return { results: [], omitted: [], confidence: 0, abstained: false, heldBack: 0 }
  const ranked = await rank(kinds, {
    time,
    rerank: rerankBy(candidates, first.settings),
    ...createStageTimer(),
  })
  const settingsOf = new Map(kinds.map(({ kind, settings }) => [kind, settings]))
  const toCandidate = (one: RankedItem, omission: RankedCandidate['omission']): RankedCandidate => {
    const settings = settingsOf.get(one.kind) ?? first.settings
    const weak = isWeak(one.confidence, settings)
    return { duplicates: [], ...one, item: items.get(one.id), weak, omission }
  }
  const { ranking: shown, confidence, heldBack } = ranked.decision
  const merged = [...ranked.merged, ...without(ranked.merged, ranked.adjusted)]
  const whole = [...merged, ...without(merged, ranked.fused)]
  const omitted = without(shown, whole).map((one) => toCandidate(one, omissionOf(one.id, ranked, items)))
  const results = shown.map((one) => toCandidate(one, null))
  return { results, omitted, confidence, abstained: heldBack > 0, heldBack }
}

function toKind(candidates: KindCandidates, options: SearchOptions): KindToRank {
  const { kind, today, nameShare, recall } = candidates
  const settings = kind === 'file' ? resolveSearchOptions(options) : settingsOfRecords(recall, options)
  const items = new Map(candidates.items.map((item) => [item.id, item]))
  const readItems = async (ids: readonly string[]) => {
    return { items: ids.flatMap((id) => items.get(id) ?? []), damaged: [] }
  }
  const adjustments = new Map(candidates.adjustments)
  const order = async (found: readonly ReadItem[]) => orderByAdjustments(found, adjustments)
  const retrievals = candidates.retrievals.map((list) => ({ ...list, scores: new Map(list.scores) }))
  const ordering = { order: kind === 'record' ? order : undefined }
  return { kind, settings, store: { readItems }, today, nameShare, retrievals, ...ordering }
}

function rerankBy(candidates: readonly KindCandidates[], { rerankCandidates: first }: SearchSettings) {
  const scores = new Map(candidates.flatMap(({ rerankScores }) => rerankScores))
  if (scores.size === 0) return undefined
  return async (rankings: readonly Ranking[]) => {
    const ordered = rankings.map((ranking) => [
      ...orderByScores(ranking.slice(0, first), scores),
      ...ranking.slice(first),
    ])
    return { rankings: ordered, degraded: [], did: 'ordered by stored scores' }
  }
}

function without(left: Ranking, ranking: Ranking): Ranking {
  const ids = new Set(left.map(({ id }) => id))
  return ranking.filter(({ id }) => !ids.has(id))
}

function omissionOf(
  id: string,
  { adjusted, merged, diversified, decision }: Awaited<ReturnType<typeof rank>>,
  items: ReadonlyMap<string, Item>,
): RankedCandidate['omission'] {
  const isIn = (ranking: Ranking) => ranking.some((ranked) => ranked.id === id)
  if (!items.has(id)) return { kind: 'damaged' }
  if (!isIn(adjusted)) return { kind: 'gone' }
  if (!isIn(merged)) return { kind: 'abstained' }
  if (isIn(diversified.ranking)) return { kind: decision.heldBack > 0 ? 'abstained' : 'threshold' }
  return diversified.omissions.get(id) ?? { kind: 'limit' }
}
