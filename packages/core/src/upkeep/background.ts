import type { EmbedReport } from '../embedding/embed-documents.js'
import type { WatchOptions } from '../watch/watch.js'
import { createRefresher, type Refresher } from './refresher.js'
import { tellOnce } from './tell-once.js'
import type { Upkeep } from './upkeep.js'

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
  upkeep: Upkeep,
  listener: () => BackgroundListener,
  now: () => number,
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const { trouble, isWell } = tellOnce((message) => listener().onTrouble?.(message))
  const onTrouble = (error: unknown) => void (signal.aborted || trouble(error))
  let skipsSmallGrowth = true

  const vectors: Refresher = createRefresher({
    async refresh() {
      const report = await upkeep.embedTexts({ signal, onUpload: (upload) => listener().onUpload?.(upload) })
      listener().onEmbed?.(report)
    },
    onTrouble,
    now,
  })
  const texts = createRefresher({
    async refresh() {
      const how = { skipsSmallGrowth, signal }
      skipsSmallGrowth = true
      const report = await upkeep.syncTexts([], how)
      isWell()
      listener().onSync?.(report)
      await upkeep.maintain(report)
      if (await upkeep.mayLackVectors()) vectors.changed()
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
