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

  /** The stored answer, or a new one, which is stored unless the index has changed since. */
  async function answerOnce(key: string, generation: string, ask: () => ReturnType<typeof search>) {
    const start = performance.now()
    if (generation !== current) answers.clear()
    current = generation
    const stored = answers.get(key)
    const answer = stored ?? (await ask()).answer
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
    const ask = () => search(request, source)
    return key === undefined || generation === undefined ? ask() : answerOnce(key, generation, ask)
  }
}

/** Everything that an answer depends on besides the index: also the day, as filters may count back from it. Undefined if it cannot be stored. */
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

/** JSON writes numbers that are not finite alike. A filter asks for 3 or for the text "3". */
function distinctNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
