import type { SearchAnswer } from '@recallite/core'
import type { RunSettings } from '../run/run.js'
import type { Strategy } from '../strategy/strategy.js'
import { searchSubject, type Subject } from './search-subject.js'

/** How to ask. */
export interface Asking {
  readonly strategy: Strategy
  readonly settings: Pick<RunSettings, 'depth' | 'minScore' | 'candidates'>
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The product's own limit, by which a strategy's candidates are counted where it names none. */
const usualLimit = 6
const widening = 4
const mostCandidates = 10_000

/**
 * Ranks distinct documents to the run's depth, each by its first chunk. Where chunks of a few documents fill the
 * candidates, more are taken until there are as many documents as wanted, or no more chunks; a strategy that counts its
 * own candidates keeps to them, and a replay to its threshold as well.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function rankDocuments(subject: Subject, text: string, asking: Asking): Promise<SearchAnswer> {
  const { strategy, settings, signal } = asking
  const { limit = usualLimit, candidateMultiplier } = strategy.options
  const minScore = strategy.isReplay ? undefined : { minScore: settings.minScore }
  const common = { strategy, signal, limit: settings.depth, resultsPerDocument: 1, ...minScore }
  if (candidateMultiplier !== undefined) {
    return searchSubject(subject.repeating, text, { ...common, candidates: limit * candidateMultiplier })
  }
  const most = Math.min(subject.chunks, mostCandidates)
  let { candidates } = settings
  let answer = await searchSubject(subject.repeating, text, { ...common, candidates })
  while (answer.results.length < settings.depth && candidates < most) {
    candidates = Math.min(candidates * widening, mostCandidates)
    answer = await searchSubject(subject.repeating, text, { ...common, candidates })
  }
  return answer
}
