import { performance } from 'node:perf_hooks'
import { localDay } from '../local-day.js'
import { search, type FoundAnswer, type SearchSource } from './search.js'
import type { SearchOptions } from './search-options.js'

/** Searches, or answers from memory what was asked before of the same index. */
export type CachedSearch = (
  query: string,
  source: SearchSource,
  options: SearchOptions,
) => Promise<FoundAnswer>

/** Numbers functions as they come; JSON would leave them out. */
function numberFunctions(): (value: object) => string {
  const numbers = new WeakMap<object, number>()
  let next = 0
  return (value) => {
    const number = numbers.get(value) ?? (next += 1)
    numbers.set(value, number)
    return `function ${number}`
  }
}

/** What an answer depends on besides the index; days, since filters may say "seven days ago". */
function createQuestions(): (query: string, options: SearchOptions, now: number) => string {
  const nameOf = numberFunctions()
  const distinct = (_key: string, value: unknown): unknown => {
    if (typeof value === 'function') return nameOf(value)
    // JSON has one word for all numbers that are not finite.
    return typeof value === 'number' ? String(value) : value
  }
  return (query, { signal: _, ...asked }, now) => JSON.stringify([query, asked, localDay(now)], distinct)
}

function atOnce(answer: FoundAnswer, start: number): FoundAnswer {
  const total = performance.now() - start
  return { ...answer, timings: { total, sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 } }
}

/**
 * A search that remembers its answers. One that is not as it should be (a retriever failed, vectors are missing) is not
 * remembered: the next may be. Without a generation of the store nothing is.
 */
export function cacheSearches(maxEntries: number): CachedSearch {
  const cache = createAnswerCache<FoundAnswer>(maxEntries)
  const questionOf = createQuestions()
  return async (query, source, options) => {
    options.signal?.throwIfAborted()
    const start = performance.now()
    const generation = await source.store.generation?.()
    if (generation === undefined) return search(query, source, options)
    const question = questionOf(query, options, source.now())
    const known = cache.get(question, generation)
    if (known) return atOnce(known, start)
    const answer = await search(query, source, options)
    if (answer.degraded.length === 0) cache.put(question, generation, answer)
    return answer
  }
}

/** Answers that were given lately, for as long as the index stays as it was. */
export interface AnswerCache<Answer> {
  get(question: string, generation: string): Answer | undefined
  put(question: string, generation: string, answer: Answer): void
}

/** Keeps at most so many answers; the one that was asked for longest ago goes first. */
export function createAnswerCache<Answer>(maxEntries: number): AnswerCache<Answer> {
  let current: string | undefined
  const answers = new Map<string, Answer>()

  /** Another generation of the index answers anew. */
  function forget(generation: string): void {
    if (current !== generation) answers.clear()
    current = generation
  }

  return {
    get(question, generation) {
      forget(generation)
      const answer = answers.get(question)
      if (answer === undefined) return undefined
      // Maps keep the order of insertion: what is put back is the youngest.
      answers.delete(question)
      answers.set(question, answer)
      return answer
    },
    put(question, generation, answer) {
      forget(generation)
      answers.delete(question)
      answers.set(question, answer)
      const [oldest] = answers.keys()
      if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
    },
  }
}
