import { StoreError, type Store } from '@recallite/store'
import type { EmbeddingChain } from '../embedding/chain.js'
import type { EmbedOptions, EmbedReport } from '../embedding/embed-documents.js'
import type { IndexOptions, Optimised, OptimiseOptions } from '../memory.js'
import type { Source } from '../sources/source.js'
import type { IndexReport, TextReport } from '../sync/index-roots.js'
import type { Chunking } from '../sync/recipe.js'
import { oneAtATime } from './one-at-a-time.js'
import { createLackLook } from './lack-look.js'
import { createRunLock } from './run-lock.js'

/** What upkeep needs. */
export interface UpkeepOptions {
  readonly store: Store
  readonly chain: Pick<EmbeddingChain, 'links'>
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  /** In milliseconds. */
  readonly keepUnusedVectors: number
  readonly now: () => number
  readonly sleep: EmbedOptions['sleep']
}

/**
 * Brings a store up to date, so that no work is done twice at the same time: all but single files that a search brings in
 * before it answers.
 */
export interface Upkeep {
  /** Brings texts in: those of the folders that are named, or all. Rejects with MemoryError or StoreError. */
  syncTexts(
    folders: readonly string[],
    options: Pick<IndexOptions, 'onProgress' | 'signal' | 'wait'> & { readonly skipsSmallGrowth?: boolean },
  ): Promise<TextReport>
  /** Embeds what the space of the first link lacks. Rejects with StoreError. */
  embedTexts(options: IndexOptions): Promise<EmbedReport>
  /** Whether there is something to embed, as far as that can be told without loading a model. */
  mayLackVectors(): Promise<boolean>
  /**
   * What is due after texts were brought in: removes vectors that were kept long enough, and tidies up where much changed
   * or that was last done a day ago. It may be put off where the disk is full or another process writes, never the texts.
   */
  maintain(texts: TextReport): Promise<void>
  /** Does at once all that `maintain` does now and then. Rejects with StoreError. */
  optimise(options: OptimiseOptions): Promise<Optimised>
  /** Texts and vectors, and what came of it. Rejects with MemoryError or StoreError. */
  index(folders: readonly string[], options: IndexOptions): Promise<IndexReport>
}

const usualWait = 5_000

const delays: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_BUSY', 'STORE_LOCKED'])

/** Maintenance that cannot be done now is done another time. */
function putOff(error: unknown): void {
  if (!StoreError.isInstance(error) || !delays.has(error.code)) throw error
}

/** The upkeep of one memory. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, chain, sources, chunking, now, sleep } = options
  const lock = createRunLock(store)
  const nextSync = oneAtATime()
  const nextEmbedding = oneAtATime()

  const upkeep: Upkeep = {
    syncTexts(folders, { onProgress, signal, wait = usualWait, skipsSmallGrowth = false }) {
      const sync = { folders, sources, chunking, skipsSmallGrowth }
      const work = async () => {
        const { syncTexts } = await import('./text-sync.js')
        return syncTexts(store, sync, { now, onProgress, signal })
      }
      return nextSync(() => lock.hold(work, wait))
    },

    embedTexts({ wait = usualWait, ...how }) {
      const work = async () => {
        const { embedDocuments } = await import('../embedding/embed-documents.js')
        return embedDocuments(store, chain, { ...how, now, sleep })
      }
      return nextEmbedding(() => lock.hold(work, wait))
    },

    mayLackVectors: createLackLook(store, chain),

    async maintain(texts) {
      const { maintain } = await import('./maintain.js')
      await nextSync(() => lock.hold(() => maintain(options, texts), usualWait)).catch(putOff)
    },

    async optimise({ wait = usualWait, keepUnusedVectors = options.keepUnusedVectors }) {
      const { optimise } = await import('./maintain.js')
      return nextSync(() => lock.hold(() => optimise({ store, now, keepUnusedVectors }), wait))
    },

    index(folders, how) {
      const start = now()
      const work = async () => {
        const { withMending } = await import('./with-mending.js')
        const { result: texts, repaired } = await withMending(store, () => upkeep.syncTexts(folders, how))
        const { assertRoots } = await import('../sync/assert-roots.js')
        await assertRoots(store)
        const { embedded, requests, unembedded, withheld, givenUp } = await upkeep.embedTexts(how)
        await upkeep.maintain(texts)
        const { chunks } = await store.status()
        const filled = { embedded, embedRequests: requests, unembedded, withheld, embedFailure: givenUp }
        return { ...texts, ...filled, repaired, chunks, seconds: (now() - start) / 1000 }
      }
      return lock.hold(work, how.wait ?? usualWait)
    },
  }
  return upkeep
}
