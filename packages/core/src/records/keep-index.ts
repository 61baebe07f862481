import type { RecordStore } from '@recallite/records'
import type { Indexer } from '../indexer/indexer.js'
import { oneAtATime } from '../indexer/one-at-a-time.js'
import { reasonOf } from '../reason-of.js'
import type { Degradation } from '../search/answer.js'
import { indexRecords, type RecordIndexing } from './index-records.js'
import type { RecordIndexReport } from './record-memory.js'

/** Keeps the index of records up to date, one run at a time. */
export interface IndexKeeper {
  /** @throws StoreError; RecordError; the signal's reason */
  index(how?: { readonly signal?: AbortSignal | undefined }): Promise<RecordIndexReport>
  /** Does the same, and says what did not work: what is stored does not depend on the index. */
  indexOrExplain(signal?: AbortSignal): Promise<Degradation[]>
}

/** What the index is kept with. */
export interface KeeperOptions extends RecordIndexing {
  readonly records: RecordStore
  readonly indexer: Pick<Indexer, 'embed'>
}

/** Makes the keeper of an index. */
export function keepIndex({ indexer, ...indexing }: KeeperOptions): IndexKeeper {
  const inTurn = oneAtATime()
  // The state in which nothing was left to embed: to look again takes long where there are many records.
  let complete: string | undefined

  async function embedRest(how: { readonly signal?: AbortSignal | undefined }) {
    const generation = await indexing.index.generation?.()
    if (generation !== undefined && generation === complete) return { embedded: 0, embedFailure: null }
    const { embedded, givenUp } = await indexer.embed(how)
    complete = embedded === 0 && givenUp === null ? generation : undefined
    return { embedded, embedFailure: givenUp }
  }

  async function index(how: { readonly signal?: AbortSignal | undefined } = {}): Promise<RecordIndexReport> {
    return inTurn(async () => {
      const written = await indexRecords({ ...indexing, ...how })
      return { ...written, ...(await embedRest(how)) }
    })
  }

  return {
    index,
    async indexOrExplain(signal) {
      try {
        const { embedFailure } = await index({ signal })
        return embedFailure === null ? [] : [{ retriever: 'vector', reason: embedFailure }]
      } catch (error) {
        signal?.throwIfAborted()
        return [{ retriever: 'index', reason: reasonOf(error) }]
      }
    },
  }
}

/** What kept several steps from working, each reason once. */
export function withoutRepeats(degraded: readonly Degradation[]): Degradation[] {
  return [...new Map(degraded.map((one) => [one.reason, one])).values()]
}
