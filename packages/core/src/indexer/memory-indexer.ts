import { StoreError, type Store, maintenanceOf } from '@recallite/store'
import { isSpaceComplete } from '../embedding/backend.js'
import type { EmbedOptions, EmbedReport } from './embed.js'
import type { EmbeddingChain } from '../embedding/chain.js'
import { assertRoots, updateDocuments, type TextReport, type UpdateRequest } from './indexer.js'
import { oneAtATime, createRunLock } from './run-lock.js'
import type { SyncProgress } from './apply.js'

/** How to bring a memory up to date. Aborting the signal rejects with its reason; what was written stays. */
export interface IndexOptions extends Omit<EmbedOptions, 'now' | 'sleep' | 'sameModels'> {
  /** How long to wait while another process is indexing, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

/** What an index run did. */
export interface IndexReport
  extends TextReport, Pick<EmbedReport, 'embedded' | 'unembedded' | 'withheld' | 'fallback'> {
  /** Chunks in the whole index. */
  readonly chunks: number
  readonly embedRequests: number
  /** Why the vectors are incomplete, or null if they are complete or not wanted. */
  readonly embedFailure: string | null
  readonly seconds: number
}

interface MemoryIndexerOptions extends Pick<UpdateRequest, 'sources' | 'chunking'> {
  readonly store: Store
  readonly chain: Pick<EmbeddingChain, 'backends'>
  readonly now: () => number
  readonly sleep: EmbedOptions['sleep']
  /** Embeds the records, after the files. */
  readonly records?: { readonly embed: (how: EmbedRequest) => Promise<EmbedReport> } | undefined
  /** In milliseconds. */
  readonly keepUnusedVectors: number
}

type EmbedRequest = Omit<IndexOptions, 'wait'>

interface UpdateOptions extends Pick<IndexOptions, 'onProgress' | 'signal' | 'wait'> {
  readonly skipsSmallGrowth?: boolean
}

/** The guarded indexer of one memory. */
export type MemoryIndexer = ReturnType<typeof createMemoryIndexer>

const defaultWait = 5_000
const postponements: ReadonlySet<string> = new Set(['STORE_FULL', 'STORE_BUSY', 'STORE_LOCKED'])

/**
 * The indexer of a memory with its guards. Every function holds the store's lock, so that no other process indexes meanwhile.
 * In this process, updates and maintenance run one at a time, and so do embeddings; updates run in the store's thread. All
 * functions reject with StoreError; those that update documents reject with MemoryError as well.
 */
export function createMemoryIndexer(options: MemoryIndexerOptions) {
  const { store, sources, chunking, now } = options
  const lock = createRunLock(store)
  const inTurn = oneAtATime()
  const embeddingInTurn = oneAtATime()

  const guarded = {
    /** Updates the documents of folders, or of all roots if there are none. */
    update(folders: readonly string[], how: UpdateOptions): Promise<TextReport> {
      const { onProgress, signal, wait = defaultWait, skipsSmallGrowth = false } = how
      const request = { folders, sources, chunking, skipsSmallGrowth }
      return inTurn(() => lock.hold(() => update(store, request, { now, onProgress, signal }), wait))
    },
    /** Embeds the texts that have no vectors in the space of the first backend or of its fallback. */
    embed: ({ wait = defaultWait, ...how }: IndexOptions): Promise<EmbedReport> =>
      embeddingInTurn(() => lock.hold(() => embedAll(options, how), wait)),
    /** Whether there may be something to embed, as far as that can be known without loading a model. */
    mayHavePending: createPendingCheck(options),
    /**
     * Does the maintenance that is due after an update: removes vectors that were kept long enough, and optimises the store
     * where much changed or a day has passed. Postponed where the disk is full or another process writes.
     */
    async maintain(texts: TextReport): Promise<void> {
      await inTurn(() => lock.hold(() => maintain(options, texts), defaultWait)).catch(ignorePostponement)
    },
    /** Does all maintenance now. */
    async optimise({ wait = defaultWait, ...how }: OptimiseOptions): Promise<Optimised> {
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

/** Embeds files, then records: where files cannot be embedded, records cannot either. */
async function embedAll(options: MemoryIndexerOptions, how: EmbedRequest): Promise<EmbedReport> {
  const { store, chain, records, now, sleep } = options
  const { addReports, embedDocuments } = await import('./embed.js')
  const ofFiles = await embedDocuments(store, chain, { ...how, now, sleep })
  if (!records || ofFiles.givenUp !== null) return ofFiles
  return addReports(ofFiles, await records.embed(how))
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
    `The index is damaged: ${damage}. Run 'recallite doctor --repair': it makes the index anew from your files, and keeps undamaged vectors.`,
  )
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

/** Built beside this module's bundle; see tsup.config.ts. */
const updateTask = { module: new URL('./sync-task.js', import.meta.url).href, name: 'runUpdate' }

/**
 * Runs updates in the thread of the store, where it has one, so that reading, cutting and writing thousands of files does not
 * block this thread. Embedding stays here, where the models are.
 */
function update(store: Store, request: UpdateRequest, listener: Parameters<typeof updateDocuments>[2]) {
  const { onProgress, signal } = listener
  if (!store.thread) return updateDocuments(store, request, listener)
  return store.thread.run<TextReport>(updateTask, request, {
    onNews: (progress) => onProgress?.(progress as SyncProgress),
    signal,
  })
}

/** How to optimise a memory. */
export interface OptimiseOptions {
  /** Replaces the memory's option of this name: 0 removes all vectors of texts that no document has. */
  readonly keepUnusedVectors?: number | undefined
  /** How long to wait while another process is indexing, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

/** What optimising a memory did. */
export interface Optimised {
  /** Vectors of texts that no document has any more. */
  readonly removedVectors: number
  /** The size of the database now. */
  readonly bytes: number
  readonly freedBytes: number
  /** Why deleted texts may still be readable in the database's files, as part of a sentence; null if they are not. */
  readonly postponed: string | null
}

type MaintenanceSubject = Pick<MemoryIndexerOptions, 'store' | 'keepUnusedVectors' | 'now'>

/** The store is optimised, which rewrites the whole keyword index, if more than this share of the files has changed. */
const shareToOptimise = 0.1

/** Milliseconds between two optimisations. Until the next one, deleted text can still be read in the database file. */
const optimisedEvery = 86_400_000

/** The key in `store.notes` of the time of the last optimisation, in milliseconds since the epoch. */
const optimisedNote = 'optimised at'

/** Does the maintenance that is due after an update, if the store has any. Rejects with StoreError. */
async function maintain(subject: MaintenanceSubject, texts: TextReport): Promise<void> {
  const { store, keepUnusedVectors } = subject
  if (!store.maintenance) return
  await store.maintenance.removeUnusedVectors({ unusedFor: keepUnusedVectors })
  const hasMuchChanged = texts.added + texts.changed + texts.removed > texts.files * shareToOptimise
  if (hasMuchChanged || (await isDue(subject))) await optimiseStore(subject)
}

/** Removes vectors that have been unused for long enough, and optimises the store. Rejects with StoreError. */
async function optimise(subject: MaintenanceSubject): Promise<Optimised> {
  const { store, keepUnusedVectors } = subject
  const { bytes: before } = await store.status()
  const unused = { unusedFor: keepUnusedVectors }
  const removedVectors = await maintenanceOf(store).removeUnusedVectors(unused)
  const postponed = await optimiseStore(subject)
  const { bytes } = await store.status()
  return { removedVectors, bytes, freedBytes: Math.max(0, before - bytes), postponed }
}

/** Whether the last optimisation is a day ago, or has a time in the future, which a wrong clock wrote. */
async function isDue({ store, now }: MaintenanceSubject): Promise<boolean> {
  const last = Number((await store.notes?.read(optimisedNote)) ?? 0)
  return !(last <= now() && now() - last < optimisedEvery)
}

async function optimiseStore({ store, now }: MaintenanceSubject): Promise<string | null> {
  const postponed = await maintenanceOf(store).optimise()
  if (postponed === null) await store.notes?.write(optimisedNote, String(now()))
  return postponed
}
