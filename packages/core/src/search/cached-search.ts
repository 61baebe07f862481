import { localDay } from '../days.js'
import type { SearchRequest } from './run-stages.js'
import { search, type FoundAnswer, type Search } from './search.js'

/** Searches, and gives the answer only. */
export type Answering = (...asked: Parameters<typeof search>) => Promise<Pick<Search, 'answer'>>

/**
 * A search that stores its latest answers, at most `maxEntries`, until the index changes. An answer with a failure
 * (`degraded`) is not stored, as the next one may be complete. Searches of records are not stored: their order may depend on
 * more than the index.
 */
export function cacheSearches(maxEntries: number): Answering {
  let current: string | undefined
  const answers = new Map<string, FoundAnswer>()

  function remember(key: string, answer: FoundAnswer): void {
    // Maps keep the order of insertion, so that the answer becomes the most recent one.
    answers.delete(key)
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
  }

  return async (request, source) => {
    const { kinds, options } = request
    options.signal?.throwIfAborted()
    const start = performance.now()
    const [searched] = kinds
    const generation = await searched?.store.generation?.()
    const key = keyOf(request)
    const isOfFiles = kinds.every(({ kind }) => kind === 'file')
    if (generation === undefined || key === undefined || !isOfFiles) return search(request, source)
    if (generation !== current) answers.clear()
    current = generation
    const known = answers.get(key)
    const answer = known ?? (await search(request, source)).answer
    // The index may have changed since.
    if (answer.degraded.length === 0 && generation === current) remember(key, answer)
    if (!known) return { answer }
    const total = performance.now() - start
    return { answer: { ...known, timings: { total, sync: 0, retrievers: {}, embed: 0, rank: 0 } } }
  }
}

/** Everything that an answer depends on besides the index: also the day, as filters may count back from it. Undefined with functions. */
function keyOf({ text, kinds, options }: SearchRequest): string | undefined {
  const all = kinds.map(({ kind, filters, settings, now }) => ({
    kind,
    filters,
    settings,
    day: localDay(now),
  }))
  const hasFunction = options.parseQuery || kinds.some(({ settings }) => settings.strategyName === 'custom')
  return hasFunction ? undefined : JSON.stringify([text, all], distinctNumber)
}

/** JSON writes numbers that are not finite alike. A filter asks for 3 or for the text "3". */
function distinctNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
