import { nothingFilled } from '../embedding/fill/fill-space.js'
import type { IndexOptions, MemoryIndexer } from '../indexer/memory-indexer.js'
import { reasonOf } from '../errors.js'
import type { WatchOptions } from '../watch/watch.js'

/** Receives reports of what happens in the background. */
export type BackgroundListener = Pick<WatchOptions, 'onSync' | 'onEmbed' | 'onUpload' | 'onFailure'>

/** Keeps the index up to date in the background: documents first, then their embeddings. */
export type Background = ReturnType<typeof createBackground>

/** @param listener called for every event, as listeners change */
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
    /** Reports a possible change; with `skipsSmallGrowth` transcripts that have hardly grown are left for later. */
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

/** Reports the same failure only once in a row, until it is reset. */
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

/** In milliseconds. */
const retryDelay = 5_000

/** A refresh begins this long after the first change even if changes do not end, in milliseconds. */
const mostDelay = 3_000

interface RefresherOptions {
  /** Brings in what has changed. */
  readonly refresh: () => Promise<void>
  /** Called with a failure of `refresh`, which is then tried again a little later. */
  readonly onFailure: (error: unknown) => void
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** Refreshes in the background: once for many changes, and never twice at the same time. */
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
    /** Reports a change. The refresh begins after `debounce` milliseconds without another change; default 0. */
    changed(debounce = 0): void {
      if (isClosed) return
      lastDebounce = debounce
      if (running) timer.recordChange()
      else timer.start(debounce)
    },
    /** Whether there are changes that no refresh has brought in. */
    get isBehind(): boolean {
      return timer.hasChanges || running !== undefined
    },
    /** When the last refresh ended, by the clock; undefined before the first. */
    get refreshedAt() {
      return refreshedAt
    },
    /** Resolves when the current or next refresh ends, failed or not, and when the refresher is closed. */
    async refreshed(): Promise<void> {
      if (!isClosed) await new Promise<void>((resolve) => void waiting.push(resolve))
    },
    /** Begins no more refreshes; resolves when the current one has ended. */
    async close(): Promise<void> {
      isClosed = true
      timer.clear()
      resolveWaiting()
      await running
    },
  }
}

/** Acts when changes have ended, or have gone on for long enough. */
function createChangeTimer(act: () => void, now: () => number) {
  let firstChange: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    /** Records a change, which is not acted on before `start`. */
    recordChange(): void {
      firstChange ??= now()
    },
    /** Acts `debounce` milliseconds after the last such call, or earlier if the calls do not end. */
    start(debounce: number): void {
      clearTimeout(timer)
      const time = now()
      firstChange ??= time
      const due = Math.min(time + debounce, firstChange + Math.max(debounce, mostDelay))
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
