import { type CompleteStore, confineStore, type Maintenance, type Store } from '@recallite/store'
import { openConnection, type Connection, type ConnectionOptions } from './connection/connection.js'
import { assertUpToDate, dropForeignTriggers, migrate } from './connection/schema-version.js'
import { toStoreError } from './connection/sqlite-errors.js'
import { createStoreLock, lockNextTo, lockInMemory } from './connection/store-lock.js'
import { createCalls, type Calls } from './connection/transactions.js'
import type { DocumentKind } from './documents/document-kind.js'
import { createDocuments } from './documents/documents.js'
import { createFilterReader } from './documents/filter/filter.js'
import { createItemReader } from './documents/item-reader.js'
import { createNotes } from './documents/notes.js'
import { createRoots } from './documents/roots.js'
import { createGeneration, readStatus } from './documents/status.js'
import { createCandidates } from './keyword/candidates.js'
import { createCollectionCounts } from './keyword/collection-counts.js'
import { createTermListReader } from './keyword/term-lists.js'
import { createVocabulary } from './keyword/vocabulary.js'
import { backUp } from './maintenance/backup.js'
import { tidyUp } from './maintenance/optimise.js'
import { repairStore } from './maintenance/repair-store.js'
import { openingError } from './maintenance/salvage/judge-file.js'
import { finishRepair } from './maintenance/salvage/swap-in.js'
import { verifyInUse } from './maintenance/verify/verify.js'
import { createSpaces } from './vectors/spaces.js'
import { createVectorSearch } from './vectors/vector-search.js'
import { createVectors, removeUnusedVectors } from './vectors/vectors.js'

/** How to open a store. */
export interface SqliteStoreOptions extends ConnectionOptions {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every optional capability. */
export type SqliteStore = CompleteStore

/**
 * Opens the store in a SQLite file, and creates the file or updates its schema if needed. SQLite runs in the calling thread and
 * blocks it. If the store is read-only, writes reject with `STORE_READ_ONLY`.
 * @throws StoreError
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  await finishRepair(options, () => repairStore(options))
  try {
    const store = openWhole(options)
    return options.within === undefined ? store : (confineStore(store, options.within) as SqliteStore)
  } catch (error) {
    throw openingError(error, options.path)
  }
}

function openWhole(options: SqliteStoreOptions): SqliteStore {
  const { path, isScratch = false, now = Date.now } = options
  const connection = openConnection(options)
  const { database } = connection
  const calls = createCalls(database, path)
  const opened: Opened = { path, connection, calls, now }
  const files = openFiles(opened)
  const lock = createStoreLock(path === ':memory:' || isScratch ? lockInMemory(path) : lockNextTo(path))
  const close = () => calls.run(() => (lock.close(), void database.close()))
  return {
    ...files.members,
    maintenance: {
      lock: (lockOptions) => lock.acquire(lockOptions),
      ...promised(calls.run, {
        verify: (verifyOptions?: Parameters<Maintenance['verify']>[0]) =>
          verifyInUse(database, options, verifyOptions),
        backup: (target: string, backupOptions?: Parameters<Maintenance['backup']>[1]) =>
          backUp(database, target, { ...backupOptions, path }),
        optimise: ({ sql }: { readonly sql?: boolean | undefined } = {}) => tidyUp(database, sql),
        dropSpace: files.spaces.drop,
        removeUnusedVectors: ({ unusedFor }: { readonly unusedFor: number }) =>
          removeUnusedVectors(database, { unusedFor, at: now() }),
      }),
    },
    close,
    ofRecords: () => ({ ...createMembers(opened, 'record').members, close }),
  }
}

interface Opened {
  readonly path: string
  readonly connection: Connection
  readonly calls: Calls
  readonly now: () => number
}

function openFiles(opened: Opened) {
  const { path, connection } = opened
  const { database, isReadOnly } = connection
  try {
    if (isReadOnly) assertUpToDate(database, path)
    else {
      migrate(database)
      dropForeignTriggers(database)
    }
    const files = createMembers(opened, 'file')
    // Set last, since the parts create temporary tables.
    if (isReadOnly) database.pragma('query_only = ON')
    return files
  } catch (error) {
    database.close()
    throw toStoreError(error, path)
  }
}

/** The members of a store of either kind. What keyword search does not need is prepared at its first use. */
function createMembers({ path, connection, calls, now }: Opened, kind: DocumentKind) {
  const { database, vectorSearch } = connection
  const roots = createRoots(database, kind)
  const spaces = createSpaces(database, now)
  const counts = createCollectionCounts(database, kind)
  const filters = createFilterReader(database, kind)
  const documents = createDocuments(database, roots, { now, kind })
  const vectors = once(() => createVectors(database, spaces, { now, kind }))
  const search = once(() => createVectorSearch(database, { kind, spaces, filters }, vectorSearch))
  type Vectors = ReturnType<typeof vectors>
  type Search = ReturnType<typeof search>
  const members = {
    specificationVersion: 'v1',
    writes: 'call',
    ...promised(calls.run, {
      listRoots: roots.list,
      putRoot: roots.put,
      removeRoot: roots.remove,
      writeDocuments: documents.write,
      listSpaces: spaces.list,
      putSpace: spaces.put,
      putVectors: (...given: Parameters<Vectors['put']>) => vectors().put(...given),
      generation: createGeneration(database),
    }),
    ...promised(calls.read, {
      listDocuments: documents.list,
      listVersions: documents.listVersions,
      findDocument: documents.find,
      readItems: createItemReader(database, kind),
      findByWords: createCandidates(database, { kind, filters }).find,
      readCounts: counts.read,
      readTermLists: createTermListReader(database),
      pendingTexts: (...given: Parameters<Vectors['pending']>) => vectors().pending(...given),
      readVectors: (...given: Parameters<Vectors['read']>) => vectors().read(...given),
      findByVector: (...given: Parameters<Search['find']>) => search().find(...given),
      scoreByVector: (...given: Parameters<Search['score']>) => search().score(...given),
      status: () => readStatus(database, path, { kind, vectorSearch: vectorSearch() }),
    }),
    notes: promised(calls.run, createNotes(database, kind)),
    vocabulary: promised(calls.read, createVocabulary(database, kind)),
  } satisfies Partial<Store>
  return { spaces, members }
}

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>

type Promised<Members extends Functions> = {
  readonly [Name in keyof Members]: (
    ...given: Parameters<Members[Name]>
  ) => Promise<ReturnType<Members[Name]>>
}

/** Wraps functions so that they return promises, called through `call`. */
function promised<Members extends Functions>(call: Calls['run'], members: Members): Promised<Members> {
  const calls = Object.entries(members).map(([name, member]) => {
    return [name, (...given: never[]) => call(() => member(...given))]
  })
  return Object.fromEntries(calls) as Promised<Members>
}

/** Runs `make` at the first call, and again if it threw. */
export function once<Part>(make: () => Part): () => Part {
  let part: Part | undefined
  return () => (part ??= make())
}
