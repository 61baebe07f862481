import { performance } from 'node:perf_hooks'
import { localDay } from '../local-day.js'
import { createAnswerCache } from './answer-cache.js'
import { search, type SearchSource } from './search.js'
import type { SearchOptions } from './search-options.js'

type Answer = Awaited<ReturnType<typeof search>>

/** Searches, or answers from memory what was asked before of the same index. */
export type CachedSearch = (query: string, source: SearchSource, options: SearchOptions) => Promise<Answer>

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

function atOnce(answer: Answer, start: number): Answer {
  const total = performance.now() - start
  return { ...answer, timings: { total, sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 } }
}

/**
 * A search that remembers its answers. One that is not as it should be (a retriever failed, vectors are missing) is not
 * remembered: the next may be.
 */
export function cacheSearches(maxEntries: number): CachedSearch {
  const cache = createAnswerCache<Answer>(maxEntries)
  const questionOf = createQuestions()
  return async (query, source, options) => {
    options.signal?.throwIfAborted()
    const start = performance.now()
    const generation = await source.store.generation()
    const question = questionOf(query, options, source.now())
    const known = cache.get(question, generation)
    if (known) return atOnce(known, start)
    const answer = await search(query, source, options)
    if (answer.degraded.length === 0) cache.put(question, generation, answer)
    return answer
  }
}
