import { confineStore, type Store, type StoreCapabilities } from '@recallite/store'
import { createCells } from './connection/cells.js'
import { readServer } from './connection/cluster.js'
import { prepareIndexes } from './connection/indexes.js'
import { createLease } from './connection/lease.js'
import type { RequestOptions } from './connection/requests.js'
import { createSession } from './connection/session.js'
import { createDocumentReads, createDocumentWrites } from './documents/documents.js'
import { createCounts, createVocabulary, findByWords } from './keyword/keyword-search.js'
import { createMaintenance, readStatus } from './maintenance/maintenance.js'
import { createVectorSearch } from './vectors/vector-search.js'
import { createSpaces, createVectors } from './vectors/vectors.js'

/** Options of `openOpenSearchStore`. */
export interface OpenSearchStoreOptions extends RequestOptions {
  /**
   * `opensearch://user@host1,host2:9200/?prefix=team`. Parameters: `prefix` (default `recallite`), `shards` (default 1) and `replicas`
   * (default: one if there are several nodes), which count when the indexes are created, and `ca`, a file with certificates.
   */
  readonly url: string
  /** Whether to create missing indexes; default true. */
  readonly create?: boolean | undefined
  /** Limits the store to roots inside this folder, which is absolute and without links; see `confineStore`. */
  readonly within?: string | undefined
  /** How long a lock remains after its holder stopped, in milliseconds; default 30,000. */
  readonly leaseTime?: number | undefined
}

/** A store with every capability except a thread and the index of records. */
export type OpenSearchStore = Store & {
  readonly [Name in Exclude<keyof StoreCapabilities, 'thread' | 'ofRecords'>]: NonNullable<Store[Name]>
}

/**
 * Opens the store in the indexes of an OpenSearch cluster that begin with a prefix, and creates them if they are missing.
 * @throws StoreError
 */
export async function openOpenSearchStore(options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  const { create = true, isReadOnly = false, within, leaseTime = 30_000 } = options
  const session = createSession(options)
  try {
    await readServer(session)
    await prepareIndexes(session, create && !isReadOnly)
  } catch (error) {
    await session.close()
    throw error
  }
  const lease = createLease(session, leaseTime)
  const store: OpenSearchStore = {
    specificationVersion: 'v1',
    writes: 'document',
    ...createCells(session),
    ...createDocumentReads(session),
    ...createDocumentWrites(session),
    findByWords: (request) => findByWords(session, request),
    readCounts: createCounts(session),
    vocabulary: createVocabulary(session),
    ...createVectorSearch(session),
    ...createSpaces(session),
    ...createVectors(session),
    status: () => readStatus(session),
    maintenance: createMaintenance(session, lease),
    async close() {
      await lease.release()
      await session.close()
    },
  }
  return within === undefined ? store : (confineStore(store, within) as OpenSearchStore)
}
