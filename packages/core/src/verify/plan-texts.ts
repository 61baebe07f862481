import type { Store } from '@recallite/store'
import type { Source } from '../sources/source.js'
import type { TextReport } from '../sync/index-roots.js'
import { defaultChunking, type Chunking } from '../sync/recipe.js'

/** What texts to look for. */
export interface PlanTextsOptions {
  /** Besides the folders that were indexed before. */
  readonly sources: readonly Source[]
  /** As the memory has it; default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  readonly signal?: AbortSignal | undefined
  /** In milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * Says which texts `Memory.sync` would bring in, for who has a store and no memory over it. It writes into the store, so
 * hand over a scratch copy.
 * @throws MemoryError `ROOT_OVERLAPS`; StoreError; the signal's reason
 */
export async function planTexts(
  store: Store,
  { sources, chunking, signal, now = Date.now }: PlanTextsOptions,
): Promise<TextReport> {
  const { syncRoots } = await import('../sync/index-roots.js')
  const whole = { ...defaultChunking, ...chunking }
  return syncRoots(store, [], { sources, chunking: whole, signal, now })
}
