import { nameShare } from '@recallite/analysis'
import type { Fused, RankedList } from '@recallite/fusion'
import type { EvidenceInputs } from '../answer.js'
import type { SearchSettings } from '../search-options.js'
import { hasAnswered } from '../retrievers/retriever.js'
import type { Completed, CompleteRetrieval } from './complete.js'

/** An item in its place. */
export interface RankedItem {
  readonly id: string
  /** What orders the ranking. */
  readonly fused: Fused
  readonly evidence: number
  readonly evidenceInputs: EvidenceInputs
}

/** Items, best first: what every stage from here on takes and gives. */
export type Ranking = readonly RankedItem[]

/** Puts what all retrievers say into one ranking. */
export function fuse(completed: Completed, settings: SearchSettings): Ranking {
  const { retrievals } = completed
  const weights = weightsFor(completed, settings)
  const answered = retrievals.filter(hasAnswered)
  const lists = answered.map((retrieval) => toList(retrieval, weights, settings))
  const wanted = wantedIds(answered, settings)
  return settings
    .strategy(lists, settings.fusionOptions)
    .filter(({ id }) => wanted?.has(id) ?? true)
    .map((fused) => {
      const evidenceInputs = evidenceInputsOf(fused.id, retrievals)
      return { id: fused.id, fused, evidence: evidenceOf(evidenceInputs), evidenceInputs }
    })
}

/**
 * How likely an item answers the query at all, from 0 to 1: 1 − (1 − c)(1 − s/2), with c the cosine (not below 0) and s
 * the query coverage; without a vector it is s. Chosen by measuring how well questions that a collection does not answer
 * are told apart.
 */
export function evidenceOf({ cosine, coverage }: EvidenceInputs): number {
  if (cosine === null) return coverage
  return 1 - (1 - Math.max(0, cosine)) * (1 - coverage / 2)
}

/** What words gain from vectors where a question is nothing but names: models hardly tell one version from another. */
const mostShifted = 0.4

/** The weights for a question: names are looked for by their words, prose by its meaning. */
function weightsFor(
  { question, retrievals }: Completed,
  settings: SearchSettings,
): SearchSettings['weights'] {
  const { weights, weighNames } = settings
  // Words alone are weighed against nothing.
  const isHybrid = retrievals.every(hasAnswered)
  if (!weighNames || !isHybrid) return weights
  const shifted = mostShifted * nameShare(question.wanted)
  return { vector: weights.vector - shifted, keyword: weights.keyword + shifted }
}

/** What a retriever found and, where scores are to be complete, what it says of all the rest. */
function toList(
  { retriever, candidates, scores }: CompleteRetrieval,
  weights: SearchSettings['weights'],
  { completeScores }: SearchSettings,
): RankedList {
  const found = candidates.map(({ id, score, coverage }, index) => ({
    id,
    score,
    coverage,
    foundRank: index + 1,
  }))
  const ids = new Set(candidates.map(({ id }) => id))
  const rest = completeScores ? [...scores].filter(([id]) => !ids.has(id)) : []
  const completed = rest.map(([id, { score, coverage }]) => ({ id, score, coverage, foundRank: null }))
  return {
    source: retriever.name,
    weight: weights[retriever.name],
    minimum: retriever.minimum,
    items: [...found, ...completed],
  }
}

/** What may be a result; undefined where that is every candidate. */
function wantedIds(
  answered: readonly CompleteRetrieval[],
  { foundBy }: SearchSettings,
): ReadonlySet<string> | undefined {
  if (foundBy === 'either' || answered.length < 2) return undefined
  const found = answered.map(({ candidates }) => new Set(candidates.map(({ id }) => id)))
  const ids = found.flatMap((each) => [...each])
  return new Set(ids.filter((id) => found.every((each) => each.has(id))))
}

function evidenceInputsOf(id: string, retrievals: readonly CompleteRetrieval[]): EvidenceInputs {
  const scoreBy = (name: string) =>
    retrievals.find(({ retriever }) => retriever.name === name)?.scores.get(id)
  return { cosine: scoreBy('vector')?.score ?? null, coverage: scoreBy('keyword')?.coverage ?? 0 }
}
