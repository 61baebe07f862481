import {
  confineStore,
  type CareStore,
  type DocumentStore,
  type SearchStore,
  type Store,
  type VectorStore,
  type VocabularyStore,
} from '@recallite/store'
import { backUp } from './backup.js'
import { createCalls, type Calls } from './transactions.js'
import { openConnection, type Connection, type ConnectionOptions } from './connection.js'
import { createDocuments } from './documents.js'
import { bytesOfChunks, bytesOfVectors } from './free-room.js'
import { createGeneration } from './status.js'
import { createCandidates } from './keyword/candidates.js'
import { createCollectionCounts } from './keyword/collection-counts.js'
import { createTermListReader } from './keyword/term-lists.js'
import { createVocabulary } from './keyword/vocabulary.js'
import { lockBeside, lockInMemory } from './lock/store-lock.js'
import { createStoreLock } from './lock/store-lock.js'
import { assertUpToDate, migrate } from './schema-version.js'
import { createNotes } from './notes.js'
import { createRoots } from './roots.js'
import { createSoundChunkReader } from './chunk-reader.js'
import { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { toStoreError } from './sqlite-errors.js'
import { readStatus } from './status.js'
import { tidyUp } from './optimise.js'
import { createVectorSearch } from './vector-search.js'
import { createUnusedVectors } from './vectors.js'
import { createVectors } from './vectors.js'
import { verify } from './verify/verify.js'

/** How to open a store. */
export interface SqliteStoreOptions extends ConnectionOptions {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

type Parts = ReturnType<typeof createParts>

function createParts({ database, vectorSearch }: Connection, now: () => number) {
  const roots = createRoots(database)
  const spaces = createSpaces(database, now)
  const counts = createCollectionCounts(database)
  return {
    roots,
    spaces,
    documents: createDocuments(database, roots, now),
    counts,
    candidates: createCandidates(database, counts),
    readTermLists: createTermListReader(database),
    vectors: createVectors(database, spaces, now),
    unusedVectors: createUnusedVectors(database, now),
    vector: createVectorSearch(database, spaces, vectorSearch),
    vocabulary: createVocabulary(database),
    chunks: createSoundChunkReader(database),
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

function documentStore({ roots, documents }: Parts, { run, read }: Calls): DocumentStore {
  return {
    listRoots: () => run(roots.list),
    addRoot: (root) => run(() => roots.add(root)),
    updateRoot: (root) => run(() => roots.update(root)),
    removeRoot: (name) => run(() => roots.remove(name)),
    listDocuments: (root) => read(() => documents.list(root)),
    listLanguages: () => run(documents.listLanguages),
    replaceDocument: (document, newChunks, write) =>
      run(
        () => documents.replace(document, newChunks, write),
        () => bytesOfChunks(newChunks),
      ),
    touchDocuments: (marks, write) => run(() => documents.touch(marks, write)),
    removeDocuments: (addresses, write) => run(() => documents.remove(addresses, write)),
  }
}

function vectorStore({ spaces, vectors, unusedVectors }: Parts, { run, read }: Calls): VectorStore {
  return {
    listSpaces: () => run(spaces.list),
    addSpace: (space, choice) => run(() => spaces.add(space, choice)),
    updateSpace: (space, changes) => run(() => spaces.update(space, changes)),
    dropSpace: (space) => run(() => spaces.drop(space)),
    pendingTexts: (space, page) => read(() => vectors.pending(space, page)),
    putVectors: (space, entries) =>
      run(
        () => vectors.put(space, entries),
        () => bytesOfVectors(entries.length, space.dimensions),
      ),
    removeUnusedVectors: ({ unusedFor }) => run(() => unusedVectors.remove(unusedFor)),
  }
}

function searchStore(parts: Parts, { read }: Calls): SearchStore & VocabularyStore {
  const { candidates, counts, readTermLists, vector, vocabulary, chunks } = parts
  return {
    findByWords: (request) => read(() => candidates.find(request)),
    readCounts: (request) => read(() => counts.read(request)),
    readTermLists: (ids) => read(() => readTermLists(ids)),
    findByVector: (request) => read(() => vector.search(request)),
    scoreByVector: (request) => read(() => vector.score(request)),
    chunksWithStems: (stems) => read(() => vocabulary.chunksWithStems(stems)),
    chunksWithForms: (forms) => read(() => vocabulary.chunksWithForms(forms)),
    chunksWithPrefixes: (prefixes) => read(() => vocabulary.chunksWithPrefixes(prefixes)),
    readChunks: (ids) => read(() => chunks.read(ids)),
  }
}

function careStore(
  calls: Calls,
  { database, path, lock }: { database: SqlDatabase; path: string; lock: ReturnType<typeof createStoreLock> },
): CareStore {
  return {
    lock: (options) => lock.acquire(options),
    backup: (file, options) => calls.run(() => backUp(database, file, { ...options, path })),
    verify: (options) => calls.run(() => verify(database, options)),
  }
}

function lockOf({ path, isScratch = false }: SqliteStoreOptions) {
  const isShared = path !== ':memory:' && !isScratch
  return createStoreLock(isShared ? lockBeside(path) : lockInMemory(path))
}

/**
 * Opens the store in a SQLite file, making the file or bringing its schema up to date where needed.
 * SQLite runs in the calling thread: every call takes as long as its statement. Where it is opened to be read only, what
 * would write rejects with `STORE_READ_ONLY`.
 * @throws StoreError
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const store = openWhole(options)
  return options.within === undefined ? store : confineStore(store, options.within)
}

function openWhole(options: SqliteStoreOptions): Store {
  const { path } = options
  const connection = openConnection(options)
  const { database, vectorSearch } = connection
  const parts = openParts(connection, options)
  const { notes, generation } = parts
  const calls = createCalls(database, path)
  const lock = lockOf(options)
  const { run, read } = calls
  return {
    ...documentStore(parts, calls),
    ...vectorStore(parts, calls),
    ...searchStore(parts, calls),
    ...careStore(calls, { database, path, lock }),
    generation: () => run(generation),
    status: () => read(() => readStatus(database, path, vectorSearch)),
    readNote: (name) => run(() => notes.read(name)),
    writeNote: (name, value) => run(() => notes.write(name, value)),
    optimise: () => run(() => tidyUp(database)),
    close: () => run(() => (lock.close(), void database.close())),
  }
}
