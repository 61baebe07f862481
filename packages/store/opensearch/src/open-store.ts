import { confineStore, StoreError, type Store, type StoreCapabilities } from '@recallite/store'
import { readVersion } from './connection/cluster.js'
import { prepareIndexes } from './connection/indexes.js'
import { createLease } from './connection/lease.js'
import { createRequests, type RequestOptions } from './connection/requests.js'
import { createSession, type Session } from './connection/session.js'
import { readGeneration } from './documents/generation.js'
import * as documents from './documents/read-documents.js'
import { listRoots, putRoot, readNote, removeRoot, writeNote } from './documents/roots.js'
import { readStatus } from './documents/status.js'
import { writeDocuments } from './documents/write-documents.js'
import { createCounts } from './keyword/counts.js'
import { findByWords } from './keyword/find-by-words.js'
import { otherForms } from './keyword/other-forms.js'
import { chunksWith, formsContaining, formsWithPrefixes } from './keyword/terms.js'
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
  /** Whether to reject writes with `STORE_READ_ONLY`; default false. */
  readonly isReadOnly?: boolean | undefined
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
    await readVersion(requests)
    await prepareIndexes(session, create && !isReadOnly)
  } catch (error) {
    await requests.close()
    throw error
  }
  const store = assemble(session, leaseTime)
  const opened = isReadOnly ? refusingWrites(store, session) : store
  return within === undefined ? opened : (confineStore(opened, within) as OpenSearchStore)
}

function assemble(session: Session, leaseTime: number): OpenSearchStore {
  const lease = createLease(session, leaseTime)
  return {
    specificationVersion: 'v1',
    writes: 'document',
    listRoots: () => listRoots(session),
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
    vocabulary: {
      chunksWithStems: (stems) => chunksWith(session, 'stems', stems),
      chunksWithForms: (forms) => chunksWith(session, 'forms', forms),
      formsWithPrefixes: (prefixes) => formsWithPrefixes(session, prefixes),
      formsContaining: (parts) => formsContaining(session, parts),
      otherForms: (keys) => otherForms(session, keys),
    },
    listSpaces: () => listSpaces(session),
    putSpace: (space, changes) => putSpace(session, space, changes),
    pendingTexts: (space, page) => pendingTexts(session, space, page),
    readVectors: (space, page) => readVectors(session, space, page),
    putVectors: (space, vectors) => putVectors(session, space, vectors),
    status: () => readStatus(session),
    generation: () => readGeneration(session),
    notes: {
      read: (name) => readNote(session, name),
      write: (name, value) => writeNote(session, name, value),
    },
    maintenance: createMaintenance(session, lease),
    async close() {
      await lease.release()
      await session.requests.close()
    },
  }
}

function refusingWrites(store: OpenSearchStore, { requests }: Session): OpenSearchStore {
  const refuse = async () => {
    // Rejects if the store is closed.
    await store.generation()
    throw new StoreError(
      'STORE_READ_ONLY',
      `${requests.address.displayUrl} was opened read-only. Open it with write access.`,
    )
  }
  const { verify, backup } = store.maintenance
  const refused = {
    lock: refuse,
    repair: refuse,
    optimise: refuse,
    dropSpace: refuse,
    removeUnusedVectors: refuse,
  }
  return {
    ...store,
    putRoot: refuse,
    removeRoot: refuse,
    writeDocuments: refuse,
    putSpace: refuse,
    putVectors: refuse,
    notes: { ...store.notes, write: refuse },
    maintenance: { verify, backup, ...refused },
  }
}
