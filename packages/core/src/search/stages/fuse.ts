import type { RankedList, ScoreScale } from '@recallite/fusion'
import type { ResultKind } from '../answer.js'
import { type ConfidenceInputs, confidenceOf, noWords, type CosineScale } from '../confidence.js'
import type { SearchSettings } from '../search-options.js'
import type { Ranking } from './ranked-items.js'
import { addsCandidates, hasAnswered, type ScoredRetrieval, weightOf } from './retrieve.js'

/** The input of fusion for one kind. */
export interface Scored {
  readonly kind: ResultKind
  readonly retrievals: readonly ScoredRetrieval[]
  /** The share of names among the query's words, from 0 to 1. */
  readonly nameShare: number
}

/** Fuses the scores of the retrievers of one kind into one ranking. */
export function fuse(scored: Scored, settings: SearchSettings): Ranking {
  const { kind } = scored
  const weights = weightsFor(scored, settings)
  const isUsed = ({ retriever }: ScoredRetrieval) =>
    weightOf(retriever, settings) > 0 || addsCandidates(retriever)
  const retrievals = scored.retrievals.filter(isUsed)
  const answered = retrievals.filter(hasAnswered)
  const possible = possibleIds(answered, settings)
  const scale = scaleOf(answered)
  return settings
    .strategy(
      answered.map((retrieval) => toList(retrieval, weights, settings)),
      settings.fusionOptions,
    )
    .filter(({ id }) => possible?.has(id) ?? true)
    .map((fused) => {
      const confidenceInputs = confidenceInputsOf(fused.id, retrievals)
      const confidence = confidenceOf(confidenceInputs, scale)
      return { id: fused.id, kind, fused, confidence, confidenceInputs }
    })
}

type Weights = (retriever: ScoredRetrieval['retriever']) => number

/** The weights for a query: keywords find names better, vectors prose. */
function weightsFor({ nameShare, retrievals }: Scored, settings: SearchSettings): Weights {
  const shifted = retrievals.filter(({ retriever }) => retriever.nameWeight !== undefined)
  // The weight of a single retriever has no effect.
  const share = settings.weighNames && shifted.every(hasAnswered) ? nameShare : 0
  return (retriever) => weightOf(retriever, settings) + share * (retriever.nameWeight ?? 0)
}

/** A retriever's candidates and, with `completeScores`, its scores of the other candidates. */
function toList(
  { retriever, candidates, scores, scale }: ScoredRetrieval,
  weights: Weights,
  { completeScores }: SearchSettings,
): RankedList {
  const ranks = new Map(candidates.map(({ id }, index) => [id, index + 1]))
  const items = Array.from(scores, ([id, { score, evidence }]) => {
    return { id, score, coverage: evidence?.coverage, foundRank: ranks.get(id) ?? null }
  })
  return {
    source: retriever.name,
    weight: weights(retriever),
    minimum: retriever.minimum,
    addsCandidates: addsCandidates(retriever),
    scale: scale && scoreScaleOf(scale),
    items: completeScores ? items : items.filter(({ foundRank }) => foundRank !== null),
  }
}

/** Above `related`, which the constant pairs measure, because the best texts of a collection are nearer; in steps of `related` − `floor`. */
const nearness = 1.6

/** The scale of a fused list. */
function scoreScaleOf({ floor, related }: CosineScale): ScoreScale {
  return { unrelated: floor, related: floor + nearness * (related - floor) }
}

/** The ids of possible results; undefined if every candidate is one. */
function possibleIds(answered: readonly ScoredRetrieval[], settings: SearchSettings) {
  const weighty = answered.filter(({ retriever }) => weightOf(retriever, settings) > 0)
  if (settings.matchMode === 'any' || weighty.length < 2) return undefined
  const [first = [], ...others] = weighty.map(({ candidates }) => new Set(candidates.map(({ id }) => id)))
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))))
}

/** The scale of the cosines; null if no vectors were searched. */
export function scaleOf(retrievals: readonly Pick<ScoredRetrieval, 'scale'>[]): CosineScale | null {
  return retrievals.find(({ scale }) => scale)?.scale ?? null
}

function confidenceInputsOf(id: string, retrievals: readonly ScoredRetrieval[]): ConfidenceInputs {
  const scores = retrievals.flatMap((retrieval) => retrieval.scores.get(id) ?? [])
  const cosine = scores.find((score) => score.cosine !== undefined)?.cosine ?? null
  return { cosine, ...(scores.find(({ evidence }) => evidence)?.evidence ?? noWords) }
}
