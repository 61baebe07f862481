import { confineStore, type Maintenance, type Store } from '@recallite/store'
import { openConnection, type Connection, type ConnectionOptions } from './connection.js'
import { createDocuments } from './documents.js'
import { bytesOfChunks, bytesOfVectors } from './free-room.js'
import { createItemReader } from './item-reader.js'
import { createCandidates } from './keyword/candidates.js'
import { createFilterReader } from './filter/chunks-within.js'
import { loadMetadataSql } from './filter/metadata-sql.js'
import { createCollectionCounts } from './keyword/collection-counts.js'
import { createTermListReader } from './keyword/term-lists.js'
import { createVocabulary } from './keyword/vocabulary.js'
import { createStoreLock, lockBeside, lockInMemory } from './lock/store-lock.js'
import { createNotes } from './notes.js'
import { tidyUp } from './optimise.js'
import { createRoots } from './roots.js'
import { assertUpToDate, migrate } from './schema-version.js'
import { createSpaces } from './spaces.js'
import { toStoreError } from './sqlite-errors.js'
import { createGeneration, readStatus } from './status.js'
import { createCalls, type Calls } from './transactions.js'
import { createVectorSearch } from './vector-search.js'
import { createUnusedVectors, createVectors } from './vectors.js'

/** How to open a store. */
export interface SqliteStoreOptions extends ConnectionOptions {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every capability that this driver has. */
export type SqliteStore = Store & {
  readonly [Name in 'maintenance' | 'vocabulary' | 'notes' | 'generation' | 'sampleVectors']: NonNullable<
    Store[Name]
  >
}

/**
 * Opens the store in a SQLite file, making the file or bringing its schema up to date if needed.
 * SQLite runs in the calling thread: every call takes as long as its statement. If it is opened to be read only, what would
 * write rejects with `STORE_READ_ONLY`.
 * @throws StoreError
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const store = openWhole(options)
  return options.within === undefined ? store : (confineStore(store, options.within) as SqliteStore)
}

function openWhole(options: SqliteStoreOptions): SqliteStore {
  const { path } = options
  const connection = openConnection(options)
  const { database, vectorSearch } = connection
  const parts = openParts(connection, options)
  const calls = createCalls(database, path)
  const { run, read } = calls
  const isShared = path !== ':memory:' && options.isScratch !== true
  const lock = createStoreLock(isShared ? lockBeside(path) : lockInMemory(path))
  const { notes, vocabulary } = parts
  return {
    ...documentMembers(parts, calls),
    ...searchMembers(parts, calls),
    status: () => read(() => readStatus(database, path, vectorSearch())),
    generation: () => run(parts.generation),
    sampleVectors: (space, limit) => read(() => parts.vectors.sample(space, limit)),
    notes: {
      read: (name) => run(() => notes.read(name)),
      write: (name, value) => run(() => notes.write(name, value)),
    },
    vocabulary: {
      chunksWithStems: (stems) => read(() => vocabulary.chunksWithStems(stems)),
      chunksWithForms: (forms) => read(() => vocabulary.chunksWithForms(forms)),
      chunksWithPrefixes: (prefixes) => read(() => vocabulary.chunksWithPrefixes(prefixes)),
    },
    maintenance: {
      lock: (lockOptions) => lock.acquire(lockOptions),
      // Most programs neither verify nor back up: what does is loaded at its first use.
      async verify(verifyOptions) {
        const { verify } = await import('./verify/verify.js')
        return run(() => verify(database, verifyOptions))
      },
      async backup(target, backupOptions) {
        const { backUp } = await import('./backup.js')
        return run(() => backUp(database, target, { ...backupOptions, path }))
      },
      optimise: () => run(() => tidyUp(database)),
      dropSpace: (space) => run(() => parts.spaces.drop(space)),
      removeUnusedVectors: ({ unusedFor }) => run(() => parts.unusedVectors.remove(unusedFor)),
    } satisfies Maintenance,
    close: () => run(() => (lock.close(), void database.close())),
  }
}

function documentMembers({ roots, documents, spaces, vectors }: Parts, { run, read }: Calls) {
  return {
    listRoots: () => run(roots.list),
    putRoot: (root, options) => run(() => roots.put(root, options)),
    removeRoot: (name) => run(() => roots.remove(name)),
    listDocuments: (root) => read(() => documents.list(root)),
    writeDocuments: (changes, options) =>
      run(
        () => documents.write(changes, options),
        () => bytesOfChunks((changes.put ?? []).flatMap(({ chunks }) => chunks)),
      ),
    listSpaces: () => run(spaces.list),
    putSpace: (space, changes) => run(() => spaces.put(space, changes)),
    pendingTexts: (space, page) => read(() => vectors.pending(space, page)),
    putVectors: (space, entries) =>
      run(
        () => vectors.put(space, entries),
        () => bytesOfVectors(entries.length, space.dimensions),
      ),
  } satisfies Partial<Store>
}

function searchMembers({ candidates, counts, readTermLists, vector, readItems }: Parts, { read }: Calls) {
  return {
    async findByWords(request) {
      await loadMetadataSql(request.filter)
      return read(() => candidates.find(request))
    },
    readCounts: (request) => read(() => counts.read(request)),
    readTermLists: (ids) => read(() => readTermLists(ids)),
    async findByVector(request) {
      await loadMetadataSql(request.filter)
      return read(() => vector.search(request))
    },
    scoreByVector: (request) => read(() => vector.score(request)),
    readItems: (ids) => read(() => readItems(ids)),
  } satisfies Partial<Store>
}

type Parts = ReturnType<typeof createParts>

function createParts({ database, vectorSearch }: Connection, now: () => number) {
  const roots = createRoots(database)
  const spaces = createSpaces(database, now)
  const counts = createCollectionCounts(database)
  const filters = createFilterReader(database)
  return {
    roots,
    spaces,
    counts,
    documents: createDocuments(database, roots, now),
    candidates: createCandidates(database, { counts, filters }),
    readTermLists: createTermListReader(database),
    vectors: createVectors(database, spaces, now),
    unusedVectors: createUnusedVectors(database, now),
    vector: createVectorSearch(database, { spaces, filters }, vectorSearch),
    vocabulary: createVocabulary(database),
    readItems: createItemReader(database),
    notes: createNotes(database),
    generation: createGeneration(database),
  }
}

function openParts(connection: Connection, { path, now = Date.now }: SqliteStoreOptions): Parts {
  const { database, isReadOnly } = connection
  try {
    if (isReadOnly) assertUpToDate(database, path)
    else migrate(database)
    const parts = createParts(connection, now)
    // Only now: the parts have made their tables, which are the connection's own.
    if (isReadOnly) database.pragma('query_only = ON')
    return parts
  } catch (error) {
    connection.database.close()
    throw toStoreError(error, path)
  }
}
