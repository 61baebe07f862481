import { confineStore, type Store, type StoreCapabilities } from '@recallite/store'
import { readServer } from './connection/cluster.js'
import { prepareIndexes } from './connection/indexes.js'
import { createLease } from './connection/lease.js'
import { createRequests, type RequestOptions } from './connection/requests.js'
import { createSession, type Session } from './connection/session.js'
import { readGeneration } from './documents/generation.js'
import { createNotes } from './documents/notes.js'
import * as documents from './documents/read-documents.js'
import { readRoots } from './documents/read-roots.js'
import { putRoot, removeRoot } from './documents/roots.js'
import { readStatus } from './documents/status.js'
import { writeDocuments } from './documents/write-documents.js'
import { createCounts } from './keyword/counts.js'
import { findByWords } from './keyword/find-by-words.js'
import { createVocabulary } from './keyword/vocabulary.js'
import { createMaintenance } from './maintenance/maintenance.js'
import { pendingTexts } from './vectors/pending-texts.js'
import { listSpaces, putSpace } from './vectors/spaces.js'
import { findByVector, scoreByVector } from './vectors/vector-search.js'
import { putVectors, readVectors } from './vectors/vectors.js'

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

const defaultLeaseTime = 30_000

/**
 * Opens the store in the indexes of an OpenSearch cluster that begin with a prefix, and creates them if they are missing.
 * @throws StoreError
 */
export async function openOpenSearchStore(options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  const { create = true, isReadOnly = false, within, leaseTime = defaultLeaseTime } = options
  const requests = createRequests(options)
  const session = createSession(requests)
  try {
    await readServer(requests)
    await prepareIndexes(session, create && !isReadOnly)
  } catch (error) {
    await requests.close()
    throw error
  }
  const store = assemble(session, leaseTime)
  return within === undefined ? store : (confineStore(store, within) as OpenSearchStore)
}

function assemble(session: Session, leaseTime: number): OpenSearchStore {
  const lease = createLease(session, leaseTime)
  return {
    specificationVersion: 'v1',
    writes: 'document',
    listRoots: () => readRoots(session),
    putRoot: (root, options) => putRoot(session, root, options),
    removeRoot: (name) => removeRoot(session, name),
    listDocuments: (root, options) => documents.listDocuments(session, root, options),
    listVersions: (root, page) => documents.listVersions(session, root, page),
    findDocument: (address) => documents.findDocument(session, address),
    writeDocuments: (changes, options) => writeDocuments(session, changes, options),
    readItems: (ids) => documents.readItems(session, ids),
    readTermLists: (ids) => documents.readTermLists(session, ids),
    findByWords: (request) => findByWords(session, request),
    readCounts: createCounts(session),
    findByVector: (request) => findByVector(session, request),
    scoreByVector: (request) => scoreByVector(session, request),
    vocabulary: createVocabulary(session),
    listSpaces: () => listSpaces(session),
    putSpace: (space, changes) => putSpace(session, space, changes),
    pendingTexts: (space, page) => pendingTexts(session, space, page),
    readVectors: (space, page) => readVectors(session, space, page),
    putVectors: (space, vectors) => putVectors(session, space, vectors),
    status: () => readStatus(session),
    generation: () => readGeneration(session),
    notes: createNotes(session),
    maintenance: createMaintenance(session, lease),
    async close() {
      await lease.release()
      await session.requests.close()
    },
  }
}
