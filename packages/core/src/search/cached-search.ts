import { localDay } from '../days.js'
import type { SearchSource } from './run-stages.js'
import { search, type FoundAnswer } from './search.js'
import type { SearchOptions } from './search-options.js'

/**
 * A search that remembers its latest answers until the index changes. An answer with a failure (`degraded`) is not remembered,
 * as the next one may be complete.
 */
export function cacheSearches(maxEntries: number): typeof search {
  const cache = createAnswerCache<FoundAnswer>(maxEntries)
  const keyOf = createQueryKeys()
  return async (query, source, options) => {
    options.signal?.throwIfAborted()
    const start = performance.now()
    const generation = await source.store.generation?.()
    if (generation === undefined) return search(query, source, options)
    const key = keyOf(query, source, options)
    const known = cache.get(key, generation)
    if (known) {
      const total = performance.now() - start
      return { ...known, timings: { total, sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 } }
    }
    const answer = await search(query, source, options)
    if (answer.degraded.length === 0) cache.put(key, generation, answer)
    return answer
  }
}

/** Keeps at most `maxEntries` answers of one generation of the index; drops the least recently used one first. */
export function createAnswerCache<Answer>(maxEntries: number) {
  let current: string | undefined
  const answers = new Map<string, Answer>()

  function dropOlder(generation: string): void {
    if (current !== generation) answers.clear()
    current = generation
  }

  function put(key: string, generation: string, answer: Answer): void {
    dropOlder(generation)
    // Maps keep the order of insertion, so that the answer becomes the most recent one.
    answers.delete(key)
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
  }

  return {
    get(key: string, generation: string): Answer | undefined {
      dropOlder(generation)
      const answer = answers.get(key)
      if (answer !== undefined) put(key, generation, answer)
      return answer
    },
    put,
  }
}

/** Makes keys of everything that an answer depends on besides the index: also the day, as filters may count back from it. */
function createQueryKeys(): (query: string, source: SearchSource, options: SearchOptions) => string {
  const numbers = new WeakMap<object, number>()
  let last = 0
  const distinct = (_key: string, value: unknown): unknown => {
    // JSON would leave out functions, and writes NaN and infinite numbers alike. A filter asks for 3 or for the text "3".
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value !== 'function') return value
    const number = numbers.get(value) ?? (last += 1)
    numbers.set(value, number)
    return `function ${number}`
  }
  return (query, { now }, { signal: _, ...options }) =>
    JSON.stringify([query, options, localDay(now())], distinct)
}
