import { localDay } from '../days.js'
import type { SearchSource } from './run-stages.js'
import { search, type FoundAnswer } from './search.js'
import type { SearchOptions } from './search-options.js'

/**
 * A search that remembers its latest answers, at most `maxEntries`, until the index changes. An answer with a failure
 * (`degraded`) is not remembered, as the next one may be complete.
 */
export function cacheSearches(maxEntries: number): typeof search {
  let current: string | undefined
  const answers = new Map<string, FoundAnswer>()

  function remember(key: string, answer: FoundAnswer): void {
    // Maps keep the order of insertion, so that the answer becomes the most recent one.
    answers.delete(key)
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
  }

  return async (query, source, options) => {
    options.signal?.throwIfAborted()
    const start = performance.now()
    const generation = await source.store.generation?.()
    // JSON leaves out functions.
    const isWritable = Object.values(options).every((value) => typeof value !== 'function')
    if (generation === undefined || !isWritable) return search(query, source, options)
    if (generation !== current) answers.clear()
    current = generation
    const key = keyOf(query, source, options)
    const known = answers.get(key)
    const answer = known ?? (await search(query, source, options))
    // The index may have changed meanwhile.
    if (answer.degraded.length === 0 && generation === current) remember(key, answer)
    if (!known) return answer
    const total = performance.now() - start
    return { ...known, timings: { total, sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 } }
  }
}

/** Everything that an answer depends on besides the index: also the day, as filters may count back from it. */
function keyOf(query: string, { now }: SearchSource, { signal: _, ...options }: SearchOptions): string {
  return JSON.stringify([query, options, localDay(now())], distinctNumber)
}

/** JSON writes numbers that are not finite alike. A filter asks for 3 or for the text "3". */
function distinctNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
