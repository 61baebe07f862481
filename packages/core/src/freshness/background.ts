import { nothingFilled } from '../embedding/fill/fill-space.js'
import type { IndexOptions, MemoryIndexer } from '../indexer/memory-indexer.js'
import { reasonOf } from '../errors.js'
import type { WatchOptions } from '../watch/watch.js'

export type BackgroundListener = Pick<WatchOptions, 'onSync' | 'onEmbed' | 'onUpload' | 'onFailure'>

export type Background = ReturnType<typeof createBackground>

/**
 * Updates the index in the background: documents first, then their embeddings.
 * @param listener called for every event, because listeners change
 */
export function createBackground(
  indexer: MemoryIndexer,
  listener: () => BackgroundListener,
  now: () => number,
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const { report, reset } = reportOnce((message) => listener().onFailure?.(message))
  const onFailure = (error: unknown) => void (signal.aborted || report(error))
  let skipsSmallGrowth = true

  const embeddings = createRefresher({ refresh: () => embedRest(indexer, listener, signal), onFailure, now })
  const documents = createRefresher({
    async refresh() {
      const how = { skipsSmallGrowth, signal }
      skipsSmallGrowth = true
      const texts = await indexer.update([], how)
      reset()
      listener().onSync?.(texts)
      await indexer.maintain(texts)
      if (await indexer.mayHavePending()) embeddings.changed()
      else listener().onEmbed?.({ ...nothingFilled, backend: null, fallback: null })
    },
    onFailure,
    now,
  })

  return {
    /** Reports a possible change; `skipsSmallGrowth` postpones transcripts that have hardly grown. */
    changed(how: { readonly debounce?: number; readonly skipsSmallGrowth?: boolean } = {}): void {
      skipsSmallGrowth &&= how.skipsSmallGrowth ?? false
      documents.changed(how.debounce)
    },
    get isBehind() {
      return documents.isBehind
    },
    get refreshedAt() {
      return documents.refreshedAt
    },
    refreshed: () => documents.refreshed(),
    async close(): Promise<void> {
      stopping.abort(new DOMException('the memory was closed', 'AbortError'))
      await Promise.all([documents.close(), embeddings.close()])
    },
  }
}

async function embedRest(indexer: MemoryIndexer, listener: () => BackgroundListener, signal: AbortSignal) {
  const onUpload: IndexOptions['onUpload'] = (upload) => listener().onUpload?.(upload)
  const embedded = await indexer.embed({ signal, onUpload })
  listener().onEmbed?.(embedded)
}

/** Reports a failure only once in a row, until it is reset. */
export function reportOnce(receive: (message: string) => void) {
  let last: string | undefined
  return {
    report(error: unknown): void {
      const message = reasonOf(error)
      if (message !== last) receive(message)
      last = message
    },
    reset: (): void => void (last = undefined),
  }
}

/** Milliseconds before a failed refresh is retried. */
const retryDelay = 5_000

/** Milliseconds from the first change to the refresh, even if changes continue. */
const maxDelay = 3_000

interface RefresherOptions {
  readonly refresh: () => Promise<void>
  readonly onFailure: (error: unknown) => void
  readonly now: () => number
}

/** Refreshes once for several changes, and never concurrently. Retries failures. */
export function createRefresher({ refresh, onFailure, now }: RefresherOptions) {
  const timer = createChangeTimer(() => void (running ??= run()), now)
  const waiting: (() => void)[] = []
  let lastDebounce = 0
  let running: Promise<void> | undefined
  let refreshedAt: number | undefined
  let isClosed = false

  async function run(): Promise<void> {
    timer.clear()
    const hasSucceeded = await refresh().then(
      () => true,
      (error: unknown) => void onFailure(error),
    )
    refreshedAt = now()
    running = undefined
    resolveWaiting()
    if (isClosed) return
    if (!hasSucceeded) timer.start(retryDelay)
    else if (timer.hasChanges) timer.start(lastDebounce)
  }

  function resolveWaiting(): void {
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    /** Refreshes after `debounce` milliseconds without another change. */
    changed(debounce = 0): void {
      if (isClosed) return
      lastDebounce = debounce
      if (running) timer.recordChange()
      else timer.start(debounce)
    },
    /** Whether changes are pending. */
    get isBehind(): boolean {
      return timer.hasChanges || running !== undefined
    },
    get refreshedAt() {
      return refreshedAt
    },
    /** Resolves when the current or next refresh ends, failed or not, or the refresher is closed. */
    async refreshed(): Promise<void> {
      if (!isClosed) await new Promise<void>((resolve) => void waiting.push(resolve))
    },
    async close(): Promise<void> {
      isClosed = true
      timer.clear()
      resolveWaiting()
      await running
    },
  }
}

/** Calls `act` once changes have stopped, or have continued for `maxDelay`. */
function createChangeTimer(act: () => void, now: () => number) {
  let firstChange: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    /** Records a change without starting the timer. */
    recordChange(): void {
      firstChange ??= now()
    },
    start(debounce: number): void {
      clearTimeout(timer)
      const time = now()
      firstChange ??= time
      const due = Math.min(time + debounce, firstChange + Math.max(debounce, maxDelay))
      timer = setTimeout(act, Math.max(0, due - time))
    },
    get hasChanges() {
      return firstChange !== undefined
    },
    clear(): void {
      clearTimeout(timer)
      firstChange = undefined
    },
  }
}
