import { StoreError, type Store } from '@recallite/store'
import { isSpaceComplete } from '../embedding/backend.js'
import { MemoryError } from '../errors.js'
import type { EmbedOptions, EmbedReport } from './embed.js'
import {
  createIndexer,
  type Indexer,
  type IndexerOptions,
  type TextReport,
  type UpdateRequest,
} from './indexer.js'
import type { Records } from '../records/create-records.js'
import type { Optimised, OptimiseOptions } from './optimise.js'
import { oneAtATime } from './one-at-a-time.js'
import { createRunLock } from './run-lock.js'
import { inStoreThread } from './store-thread.js'

/** How to bring a memory up to date. Aborting the signal rejects with its reason; what was written stays. */
export interface IndexOptions extends Omit<EmbedOptions, 'now' | 'sleep' | 'sameModels'> {
  /** How long to wait while another process is indexing, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

/** What an index run did. */
export interface IndexReport
  extends TextReport, Pick<EmbedReport, 'embedded' | 'constant' | 'unembedded' | 'withheld' | 'fallback'> {
  /** Chunks in the whole index. */
  readonly chunks: number
  readonly embedRequests: number
  /** Why the vectors are incomplete, or null if they are complete or not wanted. */
  readonly embedFailure: string | null
  readonly seconds: number
}

/** What the indexer of a memory works with. */
interface MemoryIndexerOptions extends IndexerOptions, Pick<UpdateRequest, 'sources' | 'chunking'> {
  /** What embeds records, behind the files. */
  readonly records?: Pick<Records, 'embed'> | undefined
  /** In milliseconds. */
  readonly keepUnusedVectors: number
}

interface UpdateOptions extends Pick<IndexOptions, 'onProgress' | 'signal' | 'wait'> {
  readonly skipsSmallGrowth?: boolean
}

/** The guarded indexer of one memory. */
export type MemoryIndexer = ReturnType<typeof createMemoryIndexer>

const defaultWait = 5_000
const postponements: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_BUSY', 'STORE_LOCKED'])

/**
 * The indexer of a memory with its guards: updates run in the store's thread, one at a time in this process and under the
 * store's lock, so that no other process indexes meanwhile; so does embedding, and maintenance like an update. All functions
 * reject with StoreError, those that update documents also with MemoryError.
 */
export function createMemoryIndexer(options: MemoryIndexerOptions) {
  const { store, sources, chunking, now } = options
  const indexer = inStoreThread(createIndexer(options), store)
  const lock = createRunLock(store)
  const inTurn = oneAtATime()
  const embeddingInTurn = oneAtATime()

  const embedAll = createEmbedding(indexer, options.records)

  const guarded = {
    /** Updates the documents of folders, or of all roots if there are none. */
    update(folders: readonly string[], how: UpdateOptions): Promise<TextReport> {
      const { onProgress, signal, wait = defaultWait, skipsSmallGrowth = false } = how
      const request = { folders, sources, chunking, skipsSmallGrowth }
      return inTurn(() => lock.hold(() => indexer.update(request, { now, onProgress, signal }), wait))
    },
    /** Embeds what the space of the first backend, or of its fallback, has no vectors of. */
    embed: ({ wait = defaultWait, ...how }: IndexOptions): Promise<EmbedReport> =>
      embeddingInTurn(() => lock.hold(() => embedAll(how), wait)),
    /** Whether there may be something to embed, as far as that can be known without loading a model. */
    mayHavePending: createPendingCheck(options),
    /**
     * Does the maintenance that is due after an update: removes vectors that were kept long enough, and optimises the store
     * where much changed or a day has passed. Postponed where the disk is full or another process writes.
     */
    async maintain(texts: TextReport): Promise<void> {
      const { maintain } = await import('./optimise.js')
      await inTurn(() => lock.hold(() => maintain(options, texts), defaultWait)).catch(ignorePostponement)
    },
    /** Does all maintenance now. */
    async optimise({ wait = defaultWait, ...how }: OptimiseOptions): Promise<Optimised> {
      const { optimise } = await import('./optimise.js')
      const { keepUnusedVectors = options.keepUnusedVectors } = how
      return inTurn(() => lock.hold(() => optimise({ store, now, keepUnusedVectors }), wait))
    },
    /** Checks the store, updates, embeds and maintains. */
    index(folders: readonly string[], how: IndexOptions): Promise<IndexReport> {
      const start = now()
      const work = async () => {
        await assertWhole(store)
        const texts = await guarded.update(folders, how)
        await assertRoots(store)
        const embedding = await guarded.embed(how)
        await guarded.maintain(texts)
        const { chunks } = await store.status()
        const { backend: _, requests: embedRequests, givenUp: embedFailure, ...filled } = embedding
        const seconds = (now() - start) / 1000
        return { ...texts, ...filled, embedRequests, embedFailure, chunks, seconds }
      }
      return lock.hold(work, how.wait ?? defaultWait)
    },
  }
  return guarded
}

function createEmbedding(indexer: Pick<Indexer, 'embed'>, records: MemoryIndexerOptions['records']) {
  /** Where files cannot be embedded, records cannot either. */
  return async (how: Omit<IndexOptions, 'wait'>): Promise<EmbedReport> => {
    const ofFiles = await indexer.embed(how)
    if (!records || ofFiles.givenUp !== null) return ofFiles
    const { addReports } = await import('./embed.js')
    return addReports(ofFiles, await records.embed(how))
  }
}

/**
 * Makes sure that the structure of a store is whole before anything is written to it.
 * @throws StoreError `STORE_CORRUPT`
 */
async function assertWhole({ maintenance }: Store): Promise<void> {
  const [damage] = (await maintenance?.verify({ isQuick: true })) ?? []
  if (!damage) return
  throw new StoreError(
    'STORE_CORRUPT',
    `The index is damaged: ${damage.reason}. Run 'recallite doctor --repair': it makes the index anew from your files, and keeps undamaged vectors.`,
  )
}

/**
 * Makes sure that there is something to index.
 * @throws MemoryError `NO_ROOTS`
 */
export async function assertRoots(store: Store): Promise<void> {
  const roots = await store.listRoots()
  if (roots.length > 0) return
  const message = "There is nothing to index yet. Name a folder: 'recallite index FOLDER'."
  throw new MemoryError('NO_ROOTS', message)
}

/**
 * Checks for pending embeddings without opening the model, which would load one that was released for being idle. Checks again
 * only if the store was written to meanwhile.
 */
function createPendingCheck({ store, chain }: MemoryIndexerOptions): () => Promise<boolean> {
  let completeAt: string | undefined
  return async () => {
    const generation = await store.generation?.()
    if (generation !== undefined && generation === completeAt) return false
    const [first] = chain.backends
    const isComplete = !first || (await isSpaceComplete(store, first))
    if (isComplete) completeAt = generation
    return !isComplete
  }
}

function ignorePostponement(error: unknown): void {
  if (!StoreError.isInstance(error) || !postponements.has(error.code)) throw error
}
