import { nothingFilled } from '../embedding/fill/fill-space.js'
import type { IndexOptions, MemoryIndexer } from '../indexer/memory-indexer.js'
import { reasonOf } from '../reason-of.js'
import type { WatchOptions } from '../watch/watch.js'
import { createRefresher } from './refresher.js'

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

  const embeddings = createRefresher({
    refresh: () => embedRest(indexer, listener, signal),
    onFailure,
    now,
  })
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
