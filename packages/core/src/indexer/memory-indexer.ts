import { StoreError, type Store, maintenanceOf } from '@recallite/store'
import { isSpaceComplete } from '../embedding/backend.js'
import type { EmbedOptions, EmbedReport } from './embed.js'
import type { EmbeddingChain } from '../embedding/chain.js'
import { findMovedRoots, type MovedRoot } from './moved-roots.js'
import { assertRoots, assertWhole, updateDocuments, type TextReport, type UpdateRequest } from './indexer.js'
import { oneAtATime, createRunLock, type LockWait } from './run-lock.js'
import type { SyncProgress } from './apply.js'

/** How to update a memory. Aborting the signal rejects with its reason; completed writes stay. */
export interface IndexOptions extends Omit<EmbedOptions, 'now' | 'sleep' | 'sameModels'>, LockWait {}

/** What an index run did. */
export interface IndexReport
  extends TextReport, Pick<EmbedReport, 'embedded' | 'unembedded' | 'withheld' | 'fallback'> {
  /** Roots that other roots have replaced. */
  readonly moved: readonly MovedRoot[]
  readonly chunks: number
  readonly embedRequests: number
  /** Why the vectors are incomplete; null if they are complete or disabled. */
  readonly embedFailure: string | null
  readonly seconds: number
}

interface MemoryIndexerOptions extends Pick<UpdateRequest, 'sources' | 'chunking'> {
  readonly store: Store
  readonly chain: Pick<EmbeddingChain, 'backends'>
  readonly now: () => number
  readonly sleep: EmbedOptions['sleep']
  readonly records?: { readonly embed: (how: EmbedRequest) => Promise<EmbedReport> } | undefined
  /** In milliseconds. */
  readonly keepUnusedVectors: number
}

type EmbedRequest = Omit<IndexOptions, 'wait' | 'onWait'>

interface UpdateOptions extends LockWait, Pick<IndexOptions, 'onProgress'> {
  readonly skipsSmallGrowth?: boolean
  readonly verifiesStore?: boolean
}

export type MemoryIndexer = ReturnType<typeof createMemoryIndexer>

const postponements: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_BUSY', 'STORE_LOCKED'])

/**
 * The indexer of a memory. Every function holds the store's lock, so that no other process indexes at the same time. In this
 * process, updates and maintenance run one at a time, and so do embeddings. All functions reject with StoreError; those that
 * update documents also with MemoryError.
 */
export function createMemoryIndexer(options: MemoryIndexerOptions) {
  const { store, sources, chunking, now } = options
  const lock = createRunLock(store)
  const inTurn = oneAtATime()
  const embeddingInTurn = oneAtATime()

  const guarded = {
    /** Updates the documents of folders; of all roots if there are no folders. */
    update(folders: readonly string[], how: UpdateOptions): Promise<TextReport> {
      const { onProgress, signal, skipsSmallGrowth = false, verifiesStore } = how
      const request = { folders, sources, chunking, skipsSmallGrowth, verifiesStore }
      return inTurn(() => lock.hold(() => update(store, request, { now, onProgress, signal }), how))
    },
    /** Embeds pending texts in the space of the first backend or of its fallback. */
    embed: (how: IndexOptions): Promise<EmbedReport> =>
      embeddingInTurn(() => lock.hold(() => embedAll(options, how), how)),
    mayHavePending: createPendingCheck(options),
    /** Removes expired vectors, and optimises the store if much changed or a day has passed; postponed if it cannot be written. */
    async maintain(texts: TextReport): Promise<void> {
      await inTurn(() => lock.hold(() => maintain(options, texts), {})).catch((error: unknown) => {
        if (!StoreError.isInstance(error) || !postponements.has(error.code)) throw error
      })
    },
    async optimise(how: OptimiseOptions): Promise<Optimised> {
      const { keepUnusedVectors = options.keepUnusedVectors, sql } = how
      return inTurn(() => lock.hold(() => optimise({ store, now, keepUnusedVectors }, sql), how))
    },
    index(folders: readonly string[], how: IndexOptions): Promise<IndexReport> {
      const start = now()
      const work = async () => {
        const texts = await guarded.update(folders, { ...how, verifiesStore: true })
        await assertRoots(store)
        const mayWrite = (await guarded.mayHavePending()) || (await isDue(options))
        if (texts.changes.length === 0 && mayWrite) await assertWhole(store)
        const embedding = await guarded.embed(how)
        await guarded.maintain(texts)
        const { chunks } = await store.status()
        const moved = await findMovedRoots(store)
        const { backend: _, requests: embedRequests, givenUp: embedFailure, ...filled } = embedding
        const seconds = (now() - start) / 1000
        return { ...texts, ...filled, moved, embedRequests, embedFailure, chunks, seconds }
      }
      return lock.hold(work, how)
    },
  }
  return guarded
}

/** Embeds files, then records; if files cannot be embedded, records cannot either. */
async function embedAll(options: MemoryIndexerOptions, how: EmbedRequest): Promise<EmbedReport> {
  const { store, chain, records, now, sleep } = options
  const { addReports, embedDocuments } = await import('./embed.js')
  const ofFiles = await embedDocuments(store, chain, { ...how, now, sleep })
  if (!records || ofFiles.givenUp !== null) return ofFiles
  return addReports(ofFiles, await records.embed(how))
}

/** Checks for pending embeddings without opening a model, and again only if the store has changed. */
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

/** Built next to this module's bundle; see tsup.config.ts. */
const updateTask = { module: new URL('./sync-task.js', import.meta.url).href, name: 'runUpdate' }

/** Runs updates in the store's thread if it has one, so that reading and cutting files does not block this thread. */
function update(store: Store, request: UpdateRequest, listener: Parameters<typeof updateDocuments>[2]) {
  const { onProgress, signal } = listener
  if (!store.thread) return updateDocuments(store, request, listener)
  return store.thread.run<TextReport>(updateTask, request, {
    onNews: (progress) => onProgress?.(progress as SyncProgress),
    signal,
  })
}

/** How to optimise a memory. */
export interface OptimiseOptions extends LockWait {
  /** Overrides the memory's option of this name: 0 removes all vectors of texts that no document has. */
  readonly keepUnusedVectors?: number | undefined
  /** Whether to create tables for full-text search by SQL clients; default false. They are then kept up to date. */
  readonly sql?: boolean | undefined
}

/** What optimising a memory did. */
export interface Optimised {
  /** Number of vectors of texts that no document has any more. */
  readonly removedVectors: number
  readonly bytes: number
  readonly freedBytes: number
  /** Why deleted texts may still be readable in the database files, as a phrase; null if they are not. */
  readonly postponed: string | null
}

type MaintenanceSubject = Pick<MemoryIndexerOptions, 'store' | 'keepUnusedVectors' | 'now'>

/** Share of changed files above which the store is optimised, which rewrites the whole keyword index. */
const shareToOptimise = 0.1

/** Milliseconds between two optimisations. Until the next one, deleted text can still be read in the database file. */
const optimisedEvery = 86_400_000

/** The key in `store.notes` of the time of the last optimisation, in milliseconds since the epoch. */
const optimisedNote = 'optimised at'

async function maintain(subject: MaintenanceSubject, texts: TextReport): Promise<void> {
  const { store, keepUnusedVectors } = subject
  if (!store.maintenance) return
  await store.maintenance.removeUnusedVectors({ unusedFor: keepUnusedVectors })
  const hasMuchChanged = texts.added + texts.changed + texts.removed > texts.files * shareToOptimise
  if (hasMuchChanged || (await isDue(subject))) await optimiseStore(subject)
}

async function optimise(subject: MaintenanceSubject, sql?: boolean): Promise<Optimised> {
  const { store, keepUnusedVectors } = subject
  const { bytes: before } = await store.status()
  const unused = { unusedFor: keepUnusedVectors }
  const removedVectors = await maintenanceOf(store).removeUnusedVectors(unused)
  const postponed = await optimiseStore(subject, sql)
  const { bytes } = await store.status()
  return { removedVectors, bytes, freedBytes: Math.max(0, before - bytes), postponed }
}

/** Whether the last optimisation was a day ago, or in the future by a wrong clock. */
async function isDue({ store, now }: MaintenanceSubject): Promise<boolean> {
  const last = Number((await store.notes?.read(optimisedNote)) ?? 0)
  return !(last <= now() && now() - last < optimisedEvery)
}

async function optimiseStore({ store, now }: MaintenanceSubject, sql?: boolean): Promise<string | null> {
  const postponed = await maintenanceOf(store).optimise({ sql })
  if (postponed === null) await store.notes?.write(optimisedNote, String(now()))
  return postponed
}
