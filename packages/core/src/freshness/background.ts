import type { EmbedReport } from '../indexer/embed.js'
import type { MemoryIndexer } from '../indexer/memory-indexer.js'
import { reasonOf } from '../reason-of.js'
import type { WatchOptions } from '../watch/watch.js'
import { createRefresher, type Refresher } from './refresher.js'

/** Nothing lacked a vector, so that no model was asked. */
const nothingToEmbed: EmbedReport = {
  link: null,
  embedded: 0,
  requests: 0,
  unembedded: [],
  withheld: [],
  givenUp: null,
}

/** Who is told what happens behind. */
export type BackgroundListener = Pick<WatchOptions, 'onSync' | 'onEmbed' | 'onUpload' | 'onTrouble'>

/** What is done behind those who search. */
export interface Background {
  /** Something may have changed; with `skipsSmallGrowth` transcripts that have hardly grown may wait. */
  changed(how?: { readonly debounce?: number; readonly skipsSmallGrowth?: boolean }): void
  readonly isBehind: boolean
  /** As of `Refresher`. */
  readonly refreshedAt: number | undefined
  /** As of `Refresher`. */
  refreshed(): Promise<void>
  close(): Promise<void>
}

/** @param listener asked anew for every event, as they may change */
export function createBackground(
  indexer: MemoryIndexer,
  listener: () => BackgroundListener,
  now: () => number,
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const { trouble, isWell } = reportOnce((message) => listener().onTrouble?.(message))
  const onTrouble = (error: unknown) => void (signal.aborted || trouble(error))
  let skipsSmallGrowth = true

  const vectors: Refresher = createRefresher({
    async refresh() {
      const report = await indexer.embed({ signal, onUpload: (upload) => listener().onUpload?.(upload) })
      listener().onEmbed?.(report)
    },
    onTrouble,
    now,
  })
  const texts = createRefresher({
    async refresh() {
      const how = { skipsSmallGrowth, signal }
      skipsSmallGrowth = true
      const report = await indexer.update([], how)
      isWell()
      listener().onSync?.(report)
      await indexer.maintain(report)
      if (await indexer.mayHavePending()) vectors.changed()
      else listener().onEmbed?.(nothingToEmbed)
    },
    onTrouble,
    now,
  })

  return {
    changed({ debounce, skipsSmallGrowth: mayWait = false } = {}) {
      skipsSmallGrowth &&= mayWait
      texts.changed(debounce)
    },
    get isBehind() {
      return texts.isBehind
    },
    get refreshedAt() {
      return texts.refreshedAt
    },
    refreshed: () => texts.refreshed(),
    async close() {
      stopping.abort(new DOMException('the memory was closed', 'AbortError'))
      await Promise.all([texts.close(), vectors.close()])
    },
  }
}

/** Tells each trouble once, until all is well again. */
export function reportOnce(tell: (message: string) => void) {
  let told: string | undefined
  return {
    trouble(error: unknown): void {
      const message = reasonOf(error)
      if (message !== told) tell(message)
      told = message
    },
    isWell: (): void => void (told = undefined),
  }
}
