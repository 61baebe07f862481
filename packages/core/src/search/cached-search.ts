import { localDay } from '../days.js'
import type { SearchRequest } from './run-stages.js'
import { search, type FoundAnswer, type Search } from './search.js'

/** A search that returns only the answer. */
export type Answering = (...request: Parameters<typeof search>) => Promise<Pick<Search, 'answer'>>

/**
 * A search that caches its latest answers until the index changes. Degraded answers are not cached, and searches of records
 * neither, since their order may depend on more than the index.
 */
export function cacheSearches(maxEntries: number): Answering {
  let current: string | undefined
  const answers = new Map<string, FoundAnswer>()

  function remember(key: string, answer: FoundAnswer): void {
    // Maps iterate in insertion order, so the answer becomes the most recent one.
    answers.delete(key)
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest)
  }

  /** Returns the cached answer, or a new one, which is cached unless the index has changed since. */
  async function answerOnce(key: string, generation: string, run: () => ReturnType<typeof search>) {
    const start = performance.now()
    if (generation !== current) answers.clear()
    current = generation
    const stored = answers.get(key)
    const answer = stored ?? (await run()).answer
    if (answer.degraded.length === 0 && generation === current) remember(key, answer)
    if (!stored) return { answer }
    const total = performance.now() - start
    return { answer: { ...stored, timings: { total, sync: 0, retrievers: {}, embed: 0, rank: 0 } } }
  }

  return async (request, source) => {
    request.options.signal?.throwIfAborted()
    const key = keyOf(request)
    const [searched] = request.kinds
    const generation = key === undefined ? undefined : await searched?.store.generation?.()
    const run = () => search(request, source)
    return key === undefined || generation === undefined ? run() : answerOnce(key, generation, run)
  }
}

/** Everything that an answer depends on besides the index, including the day, since filters may be relative to it. Undefined if it cannot be cached. */
function keyOf({ text, kinds, options }: SearchRequest): string | undefined {
  const all = kinds.map(({ kind, filters, settings, now }) => ({
    kind,
    filters,
    settings,
    day: localDay(now),
  }))
  const hasFunction = options.parseQuery || kinds.some(({ settings }) => settings.strategyName === 'custom')
  const isOfFiles = kinds.every(({ kind }) => kind === 'file')
  return hasFunction || !isOfFiles ? undefined : JSON.stringify([text, all], distinctNumber)
}

/** JSON does not distinguish non-finite numbers. */
function distinctNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
