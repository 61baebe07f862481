import { type CompleteStore, confineStore, StoreError, type Store } from '@recallite/store'
import type { AddressOptions } from './connection/address.js'
import { openConnections, type ConnectionOptions, type Connections } from './connection/connections.js'
import { migrate, type SchemaOptions } from './connection/schema-version.js'
import * as documents from './documents/read-documents.js'
import { listRoots, putRoot, readNote, removeRoot, writeNote } from './documents/roots.js'
import { readStatus } from './documents/status.js'
import { readGeneration } from './documents/totals.js'
import { writeDocuments } from './documents/write-documents.js'
import { createBestChunks } from './keyword/best-chunks.js'
import {
  chunksWithWords,
  createCounts,
  formsContaining,
  formsWithPrefixes,
  otherForms,
} from './keyword/counts.js'
import { createMaintenance } from './maintenance/maintenance.js'
import { createStoreLock } from './maintenance/store-lock.js'
import { defaultIndexFrom, tryCreateExtension } from './vectors/pgvector.js'
import { listSpaces, putSpace } from './vectors/spaces.js'
import { findByVector, scoreByVector } from './vectors/vector-search.js'
import { pendingTexts, putVectors, readVectors } from './vectors/vectors.js'

/** Options of `openPostgresStore`. */
export interface PostgresStoreOptions extends ConnectionOptions, SchemaOptions {
  /** `postgres://user@host:5432/database`, optionally with `sslmode` and `sslrootcert`. */
  readonly url: AddressOptions['url']
  /** Limits the store to roots inside this folder, which is absolute and without links; see `confineStore`. */
  readonly within?: string | undefined
  /** The minimum number of vectors for an index; smaller spaces are searched exactly. Default 5,000. */
  readonly indexFrom?: number | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every capability except a thread. */
export type PostgresStore = CompleteStore

/**
 * Opens the store in a schema of a PostgreSQL database. Creates or migrates the schema, one process at a time. Without pgvector
 * everything except vector search works.
 * @throws StoreError
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { within } = options
  const store = assemble(await openSchema(options), options)
  return within === undefined ? store : (confineStore(store, within) as PostgresStore)
}

/** Connects to a schema, and migrates it. */
export async function openSchema(options: ConnectionOptions & SchemaOptions): Promise<Connections> {
  const connections = openConnections(options)
  try {
    await migrate(connections, options)
    if (options.isReadOnly === true) return refusingWrites(connections)
    await tryCreateExtension(connections)
    return connections
  } catch (error) {
    await connections.close()
    throw error
  }
}

function refusingWrites(connections: Connections): Connections {
  const refuse = async () => {
    // Rejects if the store is closed.
    await connections.read(async () => undefined)
    const message = `${connections.address.displayUrl} was opened read-only. Open it with write access.`
    throw new StoreError('STORE_READ_ONLY', message)
  }
  const ofRecords = () => refusingWrites(connections.ofRecords())
  return { ...connections, write: refuse, withoutTransaction: refuse, ofRecords }
}

function assemble(connections: Connections, options: PostgresStoreOptions): PostgresStore {
  const { now = Date.now } = options
  const lock = createStoreLock(connections)
  const close = async () => {
    await lock.release()
    await connections.close()
  }
  return {
    ...membersOf(connections, options),
    maintenance: createMaintenance(connections, { lock, now }),
    close,
    ofRecords: () => ({ ...membersOf(connections.ofRecords(), options), close }),
  }
}

function membersOf(
  connections: Connections,
  { now = Date.now, indexFrom = defaultIndexFrom }: PostgresStoreOptions,
) {
  const { read, write, address, s } = connections
  const best = createBestChunks()
  const counts = createCounts()
  return {
    specificationVersion: 'v1',
    writes: 'call',
    listRoots: () => read(listRoots),
    putRoot: (root, options) => write((session) => putRoot(session, root, options)),
    removeRoot: (name) => write((session) => removeRoot(session, name)),
    listDocuments: (root, options) => read((session) => documents.listDocuments(session, root, options)),
    listVersions: (root, page) => read((session) => documents.listVersions(session, root, page)),
    findDocument: (document) => read((session) => documents.findDocument(session, document)),
    writeDocuments: (changes, options) =>
      write((session) => writeDocuments(session, changes, now()), options),
    readItems: (ids) => read((session) => documents.readItems(session, ids)),
    readTermLists: (ids) => read((session) => documents.readTermLists(session, ids)),
    findByWords: (request) => read((session) => best.find(session, request)),
    readCounts: (request) => read((session) => counts(session, request)),
    findByVector: (request) => read((session) => findByVector(session, request, indexFrom)),
    scoreByVector: (request) => read((session) => scoreByVector(session, request)),
    vocabulary: {
      chunksWithStems: (stems) => read((session) => chunksWithWords(session, stems, 'stem')),
      chunksWithForms: (forms) => read((session) => chunksWithWords(session, forms, 'form')),
      formsWithPrefixes: (prefixes) => read((session) => formsWithPrefixes(session, prefixes)),
      formsContaining: (parts) => read((session) => formsContaining(session, parts)),
      otherForms: (keys) => read((session) => otherForms(session, keys)),
    },
    listSpaces: () => read(listSpaces),
    putSpace: (space, changes = {}) => write((session) => putSpace(session, space, { at: now(), changes })),
    pendingTexts: (space, page) => read((session) => pendingTexts(session, space, page)),
    readVectors: (space, page) => read((session) => readVectors(session, space, page)),
    putVectors: (space, vectors) => putVectors(connections, space, { vectors, at: now(), indexFrom }),
    status: () => read((session) => readStatus(session, `${address.displayUrl} (schema ${s})`)),
    generation: () => read(readGeneration),
    notes: {
      read: (name) => read((session) => readNote(session, name)),
      write: (name, value) => write((session) => writeNote(session, name, value)),
    },
  } satisfies Partial<Store>
}
