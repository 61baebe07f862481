import type { Item } from '@recallite/store'
import { orderByAdjustments, settingsOfRecords } from '../records/rank-records.js'
import type { RecallOptions, RecordAdjustments } from '../records/record-memory.js'
import type { SearchAnswer, SearchResult } from './answer.js'
import type { Copy } from './precedence/copy-names.js'
import type { RetrieverScore } from './retrievers/retriever.js'
import { createStageTimer, rank, type KindToRank } from './rank.js'
import { resolveSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js'
import type { Omission } from './stages/diversify.js'
import type { Scored } from './stages/fuse.js'
import { orderByScores } from './stages/order-by-scores.js'
import type { ReadItem, RankedItem, Ranking } from './stages/ranked-items.js'
import type { ScoredRetrieval } from './stages/retrieve.js'
import { isWeak } from './stages/threshold.js'
import type { QueryTime } from './time/read-time.js'

/** The input of the stages after retrieval for one kind, serialisable as JSON: the candidates of all retrievers with their scores. */
export interface KindCandidates
  extends Pick<Scored, 'kind' | 'nameShare'>, Pick<KindToRank, 'today' | 'isAboutNow'> {
  /** The time in the query; null if there is none. */
  readonly time: QueryTime | null
  /** Whether the items of the time are listed in order, because the query has no other topic. */
  readonly listsAll?: boolean | undefined
  readonly retrievals: readonly CandidateList[]
  /** The texts of all candidates, except damaged ones. */
  readonly items: readonly Item[]
  /** Of candidates in copies of other documents, by id. */
  readonly copies: Entries<Copy>
  /** The reranker's scores, from 0 to 1, by candidate; empty if none ran. */
  readonly rerankScores: Entries<number>
  /** Of records, by id; records that cannot be recalled have none. */
  readonly adjustments: Entries<RecordAdjustments>
  /** Default options for records. */
  readonly recall: RecallOptions
}

type Entries<Value> = readonly (readonly [id: string, value: Value])[]

/** One retriever's candidates, best first, and its scores of all candidates. */
export interface CandidateList extends Omit<ScoredRetrieval, 'scores'> {
  readonly scores: Entries<RetrieverScore>
}

/** A candidate in its ranking. */
export interface RankedCandidate extends RankedItem, Pick<SearchResult, 'weak' | 'duplicates'> {
  /**
   * Why it is not a result, or null: `limit`: ranked after the last result; `threshold`: its fused score is below it, or much lower than the best; `abstained`: the
   * search abstains, or another kind has better answers; `damaged`: its text is; `gone`: its record cannot be recalled any more.
   */
  readonly omission:
    | Omission
    | { readonly kind: 'limit' | 'threshold' | 'abstained' | 'damaged' | 'gone' }
    | null
}

/** A ranking of the candidates of all kinds. */
export interface RankedCandidates extends Pick<SearchAnswer, 'confidence' | 'abstained' | 'heldBack'> {
  /** Best first. */
  readonly results: readonly RankedCandidate[]
  /** The other candidates, in the order of the ranking. */
  readonly omitted: readonly RankedCandidate[]
}

/**
 * Ranks candidates as a search with these options does, without another retrieval. Options that would need one have no effect: filters,
 * kinds, phrases, numbers of candidates, spelling correction. Items without a reranker score keep their rank.
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
  const rankings = await rank(kinds, {
    time,
    listsAll: candidates.some((ofKind) => ofKind.listsAll),
    rerank: rerankBy(candidates, first.settings),
    ...createStageTimer(),
  })
  const settingsOf = new Map(kinds.map(({ kind, settings }) => [kind, settings]))
  const toCandidate = (ranked: RankedItem, omission: RankedCandidate['omission']): RankedCandidate => {
    const settings = settingsOf.get(ranked.kind) ?? first.settings
    const weak = isWeak(ranked.confidence, settings)
    return { duplicates: [], ...ranked, item: items.get(ranked.id), weak, omission }
  }
  const { ranking, confidence, abstained, heldBack } = rankings.decision
  const merged = [...rankings.merged, ...without(rankings.merged, rankings.adjusted)]
  const all = [...merged, ...without(merged, rankings.fused)]
  const omitted = without(ranking, all).map((item) => toCandidate(item, omissionOf(item.id, rankings, items)))
  const results = ranking.map((item) => toCandidate(item, null))
  return { results, omitted, confidence, abstained, heldBack }
}

function toKind(candidates: KindCandidates, options: SearchOptions): KindToRank {
  const { kind, today, nameShare, isAboutNow, recall } = candidates
  const settings = kind === 'file' ? resolveSearchOptions(options) : settingsOfRecords(recall, options)
  const items = new Map(candidates.items.map((item) => [item.id, item]))
  const readItems = async (ids: readonly string[]) => {
    return { items: ids.flatMap((id) => items.get(id) ?? []), damaged: [] }
  }
  const adjustments = new Map(candidates.adjustments)
  const order = async (found: readonly ReadItem[]) => orderByAdjustments(found, adjustments)
  const retrievals = candidates.retrievals.map((list) => ({ ...list, scores: new Map(list.scores) }))
  const findCopies = async () => new Map(candidates.copies)
  const ordering = { order: kind === 'record' ? order : undefined, isAboutNow, findCopies }
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
  if (isIn(diversified.ranking)) return { kind: decision.abstained ? 'abstained' : 'threshold' }
  return diversified.omissions.get(id) ?? { kind: 'limit' }
}
