import type { Fused, RankedList, ScoreScale } from '@recallite/fusion'
import type { Item } from '@recallite/store'
import type { RecallResult } from '../../records/record-memory.js'
import type { Adjustment } from '../answer.js'
import { type ConfidenceInputs, confidenceOf, noWords, type CosineScale } from '../confidence.js'
import type { SearchSettings } from '../search-options.js'
import { hasAnswered, type ScoredRetrieval } from './retrieve.js'

/** An item of a ranking. */
export interface RankedItem {
  readonly id: string
  /** What orders the ranking. */
  readonly fused: Fused
  readonly confidence: number
  readonly confidenceInputs: ConfidenceInputs
  /** If a reranker scored it: the score, from 0 to 1, and its rank before, from 1. */
  readonly rerank?: { readonly score: number; readonly rankBefore: number } | undefined
  /** How the time of the query and recency moved it, if there is one or that is on. */
  readonly adjustment?: Adjustment | undefined
  /** Of a record, once it was ordered: what it was ordered by, and its score. */
  readonly order?: Pick<RecallResult, 'score' | 'adjustments'> | undefined
  /** Its text, once a stage has read it. */
  readonly item?: Item | undefined
}

/** Items, best first: the input and output of every stage from here on. */
export type Ranking = readonly RankedItem[]

/** What is fused. */
export interface Scored {
  readonly retrievals: readonly ScoredRetrieval[]
  /** The share of names among the words of the query, from 0 to 1. */
  readonly nameShare: number
}

/** Fuses the scores of the retrievers that have a weight into one ranking. */
export function fuse(scored: Scored, settings: SearchSettings): Ranking {
  const retrievals = scored.retrievals.filter(({ retriever }) => settings.weights[retriever.name] > 0)
  const weights = weightsFor(scored, settings)
  const answered = retrievals.filter(hasAnswered)
  const lists = answered.map((retrieval) => toList(retrieval, weights, settings))
  const possible = possibleIds(answered, settings)
  const scale = scaleOf(answered)
  return settings
    .strategy(lists, settings.fusionOptions)
    .filter(({ id }) => possible?.has(id) ?? true)
    .map((fused) => {
      const confidenceInputs = confidenceInputsOf(fused.id, retrievals)
      return { id: fused.id, fused, confidence: confidenceOf(confidenceInputs, scale), confidenceInputs }
    })
}

/** How much weight moves from vectors to keywords for a query of names alone: models hardly tell one version from another. */
const mostShifted = 0.25

/** The weights for a query: names are found better by keywords, prose by vectors. */
function weightsFor({ nameShare, retrievals }: Scored, { weights, weighNames }: SearchSettings) {
  // A single retriever's weight changes nothing.
  if (!weighNames || !retrievals.every(hasAnswered)) return weights
  const shifted = mostShifted * nameShare
  return { vector: weights.vector - shifted, keyword: weights.keyword + shifted }
}

/** A retriever's candidates and, if scores are to be complete, the other retrievers' candidates with its scores. */
function toList(
  { retriever, candidates, scores, scale }: ScoredRetrieval,
  weights: SearchSettings['weights'],
  { completeScores }: SearchSettings,
): RankedList {
  const ranks = new Map(candidates.map(({ id }, index) => [id, index + 1]))
  const items = Array.from(scores, ([id, { score, evidence }]) => {
    return { id, score, coverage: evidence?.coverage, foundRank: ranks.get(id) ?? null }
  })
  const { name, minimum } = retriever
  return {
    source: name,
    weight: weights[name],
    minimum,
    scale: scale && scoreScaleOf(scale),
    items: completeScores ? items : items.filter(({ foundRank }) => foundRank !== null),
  }
}

/** How near documents are to each other where that was not measured, in steps from unrelated texts to true pairs. */
const usualNearness = 1.6
/** Documents that have nothing to do with each other make no scale. */
const leastNearness = 0.9

/** The scale of a fused list: from unrelated texts to what the documents of the collection are to their neighbours. */
function scoreScaleOf({ floor, related, neighbours }: CosineScale): ScoreScale {
  const step = related - floor
  const nearest = neighbours ?? floor + usualNearness * step
  return { unrelated: floor, related: Math.max(nearest, floor + leastNearness * step) }
}

/** The ids of possible results; undefined if every candidate is one. */
function possibleIds(answered: readonly ScoredRetrieval[], { matchMode }: SearchSettings) {
  if (matchMode === 'any' || answered.length < 2) return undefined
  const [first = [], ...others] = answered.map(({ candidates }) => new Set(candidates.map(({ id }) => id)))
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))))
}

/** Null where no vectors were searched: confidence is then that of words alone. */
export function scaleOf(retrievals: readonly ScoredRetrieval[]): CosineScale | null {
  return retrievals.find(({ scale }) => scale)?.scale ?? null
}

function confidenceInputsOf(id: string, retrievals: readonly ScoredRetrieval[]): ConfidenceInputs {
  const scoreBy = (name: string) =>
    retrievals.find(({ retriever }) => retriever.name === name)?.scores.get(id)
  return { cosine: scoreBy('vector')?.score ?? null, ...(scoreBy('keyword')?.evidence ?? noWords) }
}
