import type { Item } from '@recallite/store'
import { orderByAdjustments, rankingOptionsOf, recallOptionsOf, withUsual } from '../records/rank-records.js'
import type { RecallOptions, RecordAdjustments } from '../records/record-memory.js'
import type { SearchResult } from './answer.js'
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
import type { ReadItem } from './stages/read-items.js'
import type { RetrieverScore, ScoredRetrieval } from './stages/retrieve.js'

/**
 * All that the stages after retrieval read, as a value that JSON carries: what both retrievers found for a query, whatever their
 * weights, with both scores of each.
 */
export interface Candidates extends Pick<Scored, 'nameShare'>, Pick<RankingSource, 'today' | 'time'> {
  readonly kind: SearchResult['kind']
  readonly retrievals: readonly CandidateList[]
  /** The texts of all candidates, except damaged ones. */
  readonly items: readonly Item[]
  /** The reranker's scores, from 0 to 1, by candidate; empty if none ran. */
  readonly rerankScores: Entries<number>
  /** Of records, what orders them, by their ids; those that are not to be found have nothing. */
  readonly adjustments: Entries<RecordAdjustments>
  /** Of records, how they are recalled unless the options say otherwise. */
  readonly usual: RecallOptions
}

type Entries<Value> = readonly (readonly [id: string, value: Value])[]

/** What one retriever found, best first, and its scores of all candidates. */
export interface CandidateList extends Omit<ScoredRetrieval, 'scores'> {
  readonly scores: Entries<RetrieverScore>
}

/** A candidate in its ranking. */
export interface RankedCandidate extends RankedItem, Pick<SearchResult, 'kind' | 'weak' | 'duplicates'> {
  /**
   * Why it is not shown; null if it is. Beside what repeats another one or is held: it comes after the last one that is shown, its fused
   * score is below the threshold, the search abstains, its text is damaged, or its record is not to be found any more.
   */
  readonly omission:
    | Omission
    | { readonly kind: 'limit' | 'threshold' | 'abstained' | 'damaged' | 'gone' }
    | null
}

/** The ranking of the candidates of one kind. */
export interface RankedCandidates extends Decided<RankedCandidate> {
  /** The candidates that are not shown, in the order of the ranking. */
  readonly omitted: readonly RankedCandidate[]
}

/** The ranking of candidates of both kinds. */
export interface RankedBoth extends Decided<RankedCandidate> {
  readonly files: RankedCandidates | null
  readonly records: RankedCandidates | null
}

/**
 * Ranks candidates of both kinds, or of the one that was searched, as a search with these options does, without asking for anything.
 * What needs another retrieval is not considered: filters, kinds, phrases, times in the query, numbers of candidates, spelling correction. Items without
 * a score of the reranker keep their rank, and a retriever that was off stays so.
 * @throws MemoryError `OPTION_INVALID`; FusionError
 */
export async function rankBoth(
  candidates: { readonly files: Candidates | null; readonly records: Candidates | null },
  options: SearchOptions = {},
): Promise<RankedBoth> {
  const files = candidates.files && (await rankOne(candidates.files, options))
  const records = candidates.records && (await rankOne(candidates.records, options))
  const { limit = searchDefaults.limit } = options
  const decided = files && records ? decideBoth(files, records, limit) : (files ?? records ?? nothing)
  return { ...decided, files, records }
}

const nothing: Decided<RankedCandidate> = { results: [], confidence: 0, abstained: false, heldBack: 0 }

async function rankOne(candidates: Candidates, options: SearchOptions): Promise<RankedCandidates> {
  const { kind, today, time, nameShare, usual } = candidates
  const own = kind === 'file' ? options : rankingOptionsOf(withUsual(usual, recallOptionsOf(options)))
  const settings = resolveSearchOptions(own)
  const items = new Map(candidates.items.map((item) => [item.id, item]))
  const readItems = async (ids: readonly string[]) => {
    return { items: ids.flatMap((id) => items.get(id) ?? []), damaged: [] }
  }
  const adjustments = new Map(candidates.adjustments)
  const order = async (found: readonly ReadItem[]) => orderByAdjustments(found, adjustments)
  const stages = { rerank: rerankBy(candidates, settings), order: kind === 'record' ? order : undefined }
  const source = { store: { readItems }, today, time, ...stages, ...createStageTimer() }
  const retrievals = candidates.retrievals.map((list) => ({ ...list, scores: new Map(list.scores) }))
  const ranked = await rank({ nameShare, retrievals }, source, settings)

  const toCandidate = (one: RankedItem, omission: RankedCandidate['omission']): RankedCandidate => {
    const weak = isWeak(one.confidence, settings)
    return { duplicates: [], ...one, item: items.get(one.id), kind, weak, omission }
  }
  const { ranking: shown, confidence, heldBack } = ranked.decision
  const whole = [...ranked.adjusted, ...without(ranked.adjusted, ranked.fused)]
  const omitted = without(shown, whole).map((one) => toCandidate(one, omissionOf(one.id, ranked, items)))
  const results = shown.map((one) => toCandidate(one, null))
  return { results, omitted, confidence, abstained: heldBack > 0, heldBack }
}

function rerankBy({ rerankScores }: Candidates, { rerankCandidates: first }: SearchSettings) {
  const scores = new Map(rerankScores)
  if (scores.size === 0) return undefined
  return async (ranking: Ranking) => {
    const ordered = orderByScores(ranking.slice(0, first), scores)
    return { ranking: [...ordered, ...ranking.slice(first)], degraded: [], did: 'ordered by known scores' }
  }
}

function without(left: Ranking, ranking: Ranking): Ranking {
  const ids = new Set(left.map(({ id }) => id))
  return ranking.filter(({ id }) => !ids.has(id))
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
