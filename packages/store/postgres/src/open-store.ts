import { type CompleteStore, confineStore, StoreError, type Store } from '@recallite/store'
import type { AddressOptions } from './connection/address.js'
import { openConnections, type ConnectionOptions, type Connections } from './connection/connections.js'
import { migrate, type SchemaOptions } from './connection/schema-version.js'
import {
  findDocument,
  listDocuments,
  listVersions,
  readItems,
  readTermLists,
} from './documents/read-documents.js'
import { listRoots, putRoot, readNote, removeRoot, writeNote } from './documents/roots.js'
import { readStatus } from './documents/status.js'
import { readGeneration } from './documents/totals.js'
import { writeDocuments } from './documents/write-documents.js'
import { createBestChunks } from './keyword/best-chunks.js'
import { chunksWithWords, createCounts, formsWithPrefixes, otherForms } from './keyword/counts.js'
import { createMaintenance } from './maintenance/maintenance.js'
import { createStoreLock } from './maintenance/store-lock.js'
import { exactUpTo, tryCreateExtension } from './vectors/pgvector.js'
import { listSpaces, putSpace } from './vectors/spaces.js'
import { findByVector, scoreByVector } from './vectors/vector-search.js'
import { pendingTexts, putVectors, readVectors, sampleVectors } from './vectors/vectors.js'

/** How to open a store. */
export interface PostgresStoreOptions extends ConnectionOptions, SchemaOptions {
  /** `postgres://user@host:5432/database`, with `sslmode` and `sslrootcert` if needed. */
  readonly url: AddressOptions['url']
  /** The folder that all roots have to lie in, absolute and without links; others do not exist then. Default: anywhere. */
  readonly within?: string | undefined
  /** From how many vectors on a space has an index; smaller ones are searched exactly. Default 5,000. */
  readonly indexFrom?: number | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every capability that this driver has. */
export type PostgresStore = CompleteStore

/**
 * Opens the store in a schema of a PostgreSQL database, making the schema or bringing it up to date if needed; processes that open
 * it at once wait for each other. Without pgvector everything but search by vectors works.
 * @throws StoreError
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { isReadOnly = false, within } = options
  const connections = await openSchema(options)
  const store = assemble(isReadOnly ? refusingWrites(connections) : connections, options)
  return within === undefined ? store : (confineStore(store, within) as PostgresStore)
}

/** Connects to a schema that is up to date. */
export async function openSchema(options: ConnectionOptions & SchemaOptions): Promise<Connections> {
  const connections = openConnections(options)
  try {
    await migrate(connections, options)
    if (options.isReadOnly !== true) await tryCreateExtension(connections)
    return connections
  } catch (error) {
    await connections.close()
    throw error
  }
}

function refusingWrites(connections: Connections): Connections {
  const refuse = async () => {
    // A closed store says so first.
    await connections.read(async () => undefined)
    throw new StoreError('STORE_READ_ONLY', `${connections.address.shown} was opened only to be read.`)
  }
  const ofRecords = () => refusingWrites(connections.ofRecords())
  return { ...connections, write: refuse, alone: refuse, ofRecords }
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

/** The members that a store of either kind has. */
function membersOf(
  connections: Connections,
  { now = Date.now, indexFrom = exactUpTo }: PostgresStoreOptions,
) {
  const { read, write, address, s } = connections
  const best = createBestChunks()
  const counts = createCounts()
  return {
    specificationVersion: 'v1',
    listRoots: () => read(listRoots),
    putRoot: (root, options) => write((session) => putRoot(session, root, options)),
    removeRoot: (name) => write((session) => removeRoot(session, name)),
    listDocuments: (root, options) => read((session) => listDocuments(session, root, options)),
    listVersions: (root, page) => read((session) => listVersions(session, root, page)),
    findDocument: (wanted) => read((session) => findDocument(session, wanted)),
    writeDocuments: (changes, options) =>
      write((session) => writeDocuments(session, changes, now()), options),
    readItems: (ids) => read((session) => readItems(session, ids)),
    readTermLists: (ids) => read((session) => readTermLists(session, ids)),
    findByWords: (request) => read((session) => best.find(session, request)),
    readCounts: (request) => read((session) => counts(session, request)),
    findByVector: (request) => read((session) => findByVector(session, request, indexFrom)),
    scoreByVector: (request) => read((session) => scoreByVector(session, request)),
    sampleVectors: (space, limit) => read((session) => sampleVectors(session, space, limit)),
    vocabulary: {
      chunksWithStems: (stems) => read((session) => chunksWithWords(session, stems, 'stem')),
      chunksWithForms: (forms) => read((session) => chunksWithWords(session, forms, 'form')),
      formsWithPrefixes: (prefixes) => read((session) => formsWithPrefixes(session, prefixes)),
      otherForms: (keys) => read((session) => otherForms(session, keys)),
    },
    listSpaces: () => read(listSpaces),
    putSpace: (space, changes = {}) => write((session) => putSpace(session, space, { at: now(), changes })),
    pendingTexts: (space, page) => read((session) => pendingTexts(session, space, page)),
    readVectors: (space, page) => read((session) => readVectors(session, space, page)),
    putVectors: (space, vectors) => putVectors(connections, space, { vectors, at: now(), indexFrom }),
    status: () => read((session) => readStatus(session, `${address.shown} (schema ${s})`)),
    generation: () => read(readGeneration),
    notes: {
      read: (name) => read((session) => readNote(session, name)),
      write: (name, value) => write((session) => writeNote(session, name, value)),
    },
  } satisfies Partial<Store>
}
