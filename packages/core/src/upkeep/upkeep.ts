import type { Store } from '@recallite/store'
import type { EmbeddingChain } from '../embedding/chain.js'
import type { EmbedOptions, EmbedReport } from '../embedding/embed-documents.js'
import type { IndexOptions } from '../memory.js'
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
  /** Both, and what came of it. Rejects with MemoryError or StoreError. */
  index(folders: readonly string[], options: IndexOptions): Promise<IndexReport>
}

const usualWait = 5_000

/** Tidying up rewrites the whole keyword index: only when this part of the files has changed. */
const worthOptimising = 0.1

function isWorthTidying({ added, changed, removed, files }: TextReport): boolean {
  return added + changed + removed > files * worthOptimising
}

/** The upkeep of one memory. */
export function createUpkeep({ store, chain, sources, chunking, now, sleep }: UpkeepOptions): Upkeep {
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

    embedTexts({ wait = usualWait, ...options }) {
      const work = async () => {
        const { embedDocuments } = await import('../embedding/embed-documents.js')
        return embedDocuments(store, chain, { ...options, now, sleep })
      }
      return nextEmbedding(() => lock.hold(work, wait))
    },

    mayLackVectors: createLackLook(store, chain),

    index(folders, options) {
      const start = now()
      const work = async () => {
        const { withMending } = await import('./with-mending.js')
        const { result: texts, repaired } = await withMending(store, () => upkeep.syncTexts(folders, options))
        const { assertRoots } = await import('../sync/assert-roots.js')
        await assertRoots(store)
        const { embedded, requests, unembedded, withheld, givenUp } = await upkeep.embedTexts(options)
        if (isWorthTidying(texts)) await store.optimise()
        const { chunks } = await store.status()
        const filled = { embedded, embedRequests: requests, unembedded, withheld, embedFailure: givenUp }
        return { ...texts, ...filled, repaired, chunks, seconds: (now() - start) / 1000 }
      }
      return lock.hold(work, options.wait ?? usualWait)
    },
  }
  return upkeep
}
