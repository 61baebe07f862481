import { mostCandidates, searchDefaults, type SearchAnswer } from '@recallite/core'
import type { RunSettings } from '../run/run.js'
import type { Strategy } from '../strategy/strategy.js'
import { searchSubject, type Found, type Subject } from './search-subject.js'

/** How to ask. */
export interface Asking {
  readonly strategy: Strategy
  /** Distinct documents to rank. */
  readonly depth: number
  readonly settings: Pick<RunSettings, 'minScore' | 'candidates'>
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

const widening = 4

/** Whether a retriever may have more than it brought in. */
function mayHaveMore({ found }: Found, candidates: number): boolean {
  return candidates < mostCandidates && Math.max(found.keyword, found.vector) >= candidates
}

/** The answer with what a wider one ranks besides, behind: a measure of the first ten must not depend on how deep others look. */
function append(answer: SearchAnswer, wider: SearchAnswer, depth: number): SearchAnswer {
  const ranked = new Set(answer.results.map(({ path }) => path))
  const further = wider.results.filter(({ path }) => !ranked.has(path))
  return { ...answer, results: [...answer.results, ...further].slice(0, depth) }
}

/**
 * Ranks distinct documents to the run's depth, each by its first chunk. Where chunks of a few documents fill the
 * candidates, more are taken, and what they add comes behind, until there are as many documents as wanted, or no more
 * chunks; a strategy that counts its own candidates keeps to them, and a replay to its threshold as well.
 * @throws EvaluationError `EVALUATION_RETRIEVER_FAILED`; MemoryError; StoreError; the signal's reason
 */
export async function rankDocuments(
  { repeating }: Subject,
  text: string,
  { strategy, settings, depth, signal }: Asking,
): Promise<SearchAnswer> {
  const { limit = searchDefaults.limit, candidateMultiplier } = strategy.options
  const minScore = strategy.isReplay ? undefined : { minScore: settings.minScore }
  const ask = (candidates: number) =>
    searchSubject(repeating, text, {
      strategy,
      signal,
      limit: depth,
      resultsPerDocument: 1,
      ...minScore,
      candidates,
    })
  if (candidateMultiplier !== undefined) return (await ask(limit * candidateMultiplier)).answer
  let { candidates } = settings
  let last = await ask(candidates)
  let ranked = last.answer
  while (ranked.results.length < depth && mayHaveMore(last, candidates)) {
    candidates = Math.min(candidates * widening, mostCandidates)
    last = await ask(candidates)
    ranked = append(ranked, last.answer, depth)
  }
  return ranked
}
