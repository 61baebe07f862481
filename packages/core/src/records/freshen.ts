import { setTimeout } from 'node:timers/promises'
import { RecordError, type RecordStore } from '@recallite/store/records'
import { ignoreUnavailable, StoreError, type Store } from '@recallite/store'
import type { EmbedOptions } from '../indexer/embed.js'
import type { Chunking } from '../indexer/fingerprint.js'
import { oneAtATime } from '../indexer/run-lock.js'
import { reasonOf } from '../errors.js'
import type { Degradation } from '../search/answer.js'
import type { SearchSource } from '../search/run-stages.js'
import { indexRecords } from './index-records.js'
import type { RecordIndexReport } from './record-memory.js'

/** Keeps the index of records up to date, one run at a time. */
export type Freshening = ReturnType<typeof createFreshening>

interface FresheningOptions {
  readonly records: RecordStore
  /** Its store is the index of records. */
  readonly source: SearchSource
  /** The index of files, with vectors of the same models. */
  readonly files: Store
  readonly chunking: Chunking
  readonly sleep: EmbedOptions['sleep']
}

type Abortable = Pick<EmbedOptions, 'signal'>

/** Creates the functions that update the index of records. */
export function createFreshening({ records, source, files, chunking, sleep }: FresheningOptions) {
  const { store: index, chain, now } = source
  const indexing = { records, index, chunking, now }
  const inTurn = oneAtATime()
  const forgetExpired = createForgetting(records, index)
  // The generation without pending embeddings: checking is slow with many records.
  let completeGeneration: string | undefined

  /** Embeds the pending texts of records. @throws StoreError; the signal's reason */
  async function embed(how: Omit<EmbedOptions, 'now' | 'sleep' | 'sameModels'>) {
    const { embedDocuments } = await import('../indexer/embed.js')
    return embedDocuments(index, await modelsFor(index, chain), { ...how, sameModels: files, now, sleep })
  }

  async function embedRest(how: Abortable) {
    const generation = await index.generation?.()
    if (generation !== undefined && generation === completeGeneration)
      return { embedded: 0, embedFailure: null }
    const { embedded, givenUp } = await embed(how)
    completeGeneration = embedded === 0 && givenUp === null ? await index.generation?.() : undefined
    return { embedded, embedFailure: givenUp }
  }

  async function write(how: Abortable, until: number) {
    for (;;) {
      try {
        await forgetExpired(now())
        return await indexRecords({ ...indexing, ...how, wait: until === Infinity })
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error
        await setTimeout(pause, undefined, how)
      }
    }
  }

  function indexUntil(how: Abortable, until: number) {
    return inTurn(async (): Promise<RecordIndexReport> => {
      const written = await write(how, until)
      return { ...written, ...(await embedRest(how)) }
    })
  }

  return {
    /** @throws StoreError; RecordError; the signal's reason */
    index: (how: Abortable = {}) => indexUntil(how, Infinity),
    /**
     * Does the same before an answer, and returns failures instead of rejecting.
     * @param patience how long to wait for another process that writes, in milliseconds
     */
    async freshen({ patience, signal }: { readonly patience: number } & Abortable): Promise<Degradation[]> {
      try {
        const { embedFailure } = await indexUntil({ signal }, performance.now() + patience)
        return embedFailure === null ? [] : [{ retriever: 'vector', reason: embedFailure }]
      } catch (error) {
        signal?.throwIfAborted()
        if (patience === 0 && isBusy(error)) return []
        return [{ retriever: 'index', reason: reasonOf(error) }]
      }
    },
    embed,
  }
}

/** None if an index in another database than that of files is empty, or not available now. */
async function modelsFor(index: Store, chain: SearchSource['chain']) {
  const roots = await index.listRoots().catch(ignoreUnavailable)
  return roots?.length ? chain : { backends: [] }
}

/**
 * Creates a function that forgets expired records, which recalls omit in any case. As the time may be wrong, they must have been expired at
 * two starts a day apart, or for a day of this process by a monotonic clock. The day begins again if the time is set back or a write fails.
 */
function createForgetting(records: Pick<RecordStore, 'forgetExpired'>, index: Store) {
  let first = { at: Infinity, elapsed: 0 }

  /** The time of a start at least a day before, which this one replaces. */
  async function earlierStart(at: number): Promise<number> {
    const start = Number((await index.notes?.read('start')) ?? Infinity)
    const notes = start > at || start + day <= at ? [{ name: 'start', value: String(at) }] : []
    if (notes.length > 0) await index.writeDocuments({ notes }, { wait: false })
    return start + day <= at ? start : Number.MIN_SAFE_INTEGER
  }

  return async (at: number): Promise<void> => {
    const [before, elapsed] = [first, performance.now()]
    if (before.at <= at && elapsed < before.elapsed + day) return
    first = { at, elapsed }
    try {
      await records.forgetExpired(before.at <= at ? before.at : await earlierStart(at))
    } catch (error) {
      if (!RecordError.isInstance(error) && !StoreError.isInstance(error)) throw error
    }
  }
}

/** In milliseconds. */
const [pause, day] = [20, 86_400_000]

const isBusy = (error: unknown) => StoreError.isInstance(error) && error.code === 'STORE_BUSY'
