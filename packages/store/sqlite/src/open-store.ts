import { confineStore, type Maintenance, type Store } from '@recallite/store'
import { openConnection, type Connection, type ConnectionOptions } from './connection.js'
import type { DocumentKind } from './document-kind.js'
import { createDocuments } from './documents.js'
import { bytesOfChunks, bytesOfVectors } from './free-room.js'
import { createItemReader } from './item-reader.js'
import { createCandidates } from './keyword/candidates.js'
import { createFilterReader } from './filter/chunks-within.js'
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

/** How to open a store. */
export interface SqliteStoreOptions extends ConnectionOptions {
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every capability that this driver has. */
export type SqliteStore = Store & {
  readonly [
    Name in
      | 'maintenance'
      | 'vocabulary'
      | 'notes'
      | 'generation'
      | 'sampleVectors'
      | 'readVectors'
      | 'ofRecords'
  ]: NonNullable<Store[Name]>
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
  const { database } = connection
  const files = openParts(connection, options)
  const calls = createCalls(database, path)
  const { run } = calls
  const isShared = path !== ':memory:' && options.isScratch !== true
  const lock = createStoreLock(isShared ? lockBeside(path) : lockInMemory(path))
  const close = () => run(() => (lock.close(), void database.close()))
  const opened = { path, connection, calls, now: options.now ?? Date.now }
  const unused = atFirstUse(run, async () => {
    const { createUnusedVectors } = await import('./vectors.js')
    return () => createUnusedVectors(database, opened.now)
  })
  return {
    ...membersOf(files, opened),
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
      dropSpace: (space) => run(() => files.spaces.drop(space)),
      async removeUnusedVectors({ unusedFor }) {
        const { remove } = await unused()
        return run(() => remove(unusedFor))
      },
    } satisfies Maintenance,
    close,
    ofRecords: () => ({
      ...membersOf(createParts(connection, { now: opened.now, kind: 'record' }), opened),
      close,
    }),
  }
}

interface Opened {
  readonly path: string
  readonly connection: Connection
  readonly calls: Calls
  readonly now: () => number
}

/** The members that a store of either kind has. */
function membersOf(parts: Parts, { path, connection, calls, now }: Opened) {
  const { run, read } = calls
  const { database, vectorSearch } = connection
  const { kind, notes, vocabulary } = parts
  const vectorParts = createVectorParts(connection, parts, { run, now })
  return {
    ...documentMembers(parts, calls),
    ...searchMembers(parts, calls),
    ...vectorMembers(vectorParts, calls),
    status: () => read(() => readStatus(database, path, { kind, vectorSearch: vectorSearch() })),
    generation: () => run(parts.generation),
    async sampleVectors(space, limit) {
      const vectors = await vectorParts.vectors()
      return read(() => vectors.sample(space, limit))
    },
    async readVectors(space, page) {
      const vectors = await vectorParts.vectors()
      return read(() => vectors.read(space, page))
    },
    notes: {
      read: (name) => run(() => notes.read(name)),
      write: (name, value) => run(() => notes.write(name, value)),
    },
    vocabulary: {
      chunksWithStems: (stems) => read(() => vocabulary.chunksWithStems(stems)),
      chunksWithForms: (forms) => read(() => vocabulary.chunksWithForms(forms)),
      chunksWithPrefixes: (prefixes) => read(() => vocabulary.chunksWithPrefixes(prefixes)),
    },
  } satisfies Partial<Store>
}

function documentMembers({ roots, documents, spaces }: Parts, { run, read }: Calls) {
  return {
    listRoots: () => run(roots.list),
    putRoot: (root, options) => run(() => roots.put(root, options)),
    removeRoot: (name) => run(() => roots.remove(name)),
    listDocuments: (root) => read(() => documents.list(root)),
    listVersions: (root, page) => read(() => documents.listVersions(root, page)),
    findDocument: (address) => read(() => documents.find(address)),
    writeDocuments: (changes, options) =>
      run(
        () => documents.write(changes, options),
        () => bytesOfChunks((changes.put ?? []).flatMap(({ chunks }) => chunks)),
      ),
    listSpaces: () => run(spaces.list),
    putSpace: (space, changes) => run(() => spaces.put(space, changes)),
  } satisfies Partial<Store>
}

function searchMembers({ candidates, counts, filters, readTermLists, readItems }: Parts, { read }: Calls) {
  return {
    async findByWords(request) {
      await filters.load(request.filter)
      return read(() => candidates.find(request))
    },
    readCounts: (request) => read(() => counts.read(request)),
    readTermLists: (ids) => read(() => readTermLists(ids)),
    readItems: (ids) => read(() => readItems(ids)),
  } satisfies Partial<Store>
}

function vectorMembers({ vectors, search, filters }: VectorParts, { run, read }: Calls) {
  return {
    async pendingTexts(space, page) {
      const { pending } = await vectors()
      return read(() => pending(space, page))
    },
    async putVectors(space, entries) {
      const { put } = await vectors()
      return run(
        () => put(space, entries),
        () => bytesOfVectors(entries.length, space.dimensions),
      )
    },
    async findByVector(request) {
      await filters.load(request.filter)
      const { find } = await search()
      return read(() => find(request))
    },
    async scoreByVector(request) {
      const { score } = await search()
      return read(() => score(request))
    },
  } satisfies Partial<Store>
}

type Parts = ReturnType<typeof createParts>

function createParts(
  { database }: Connection,
  { now, kind }: { readonly now: () => number; readonly kind: DocumentKind },
) {
  const roots = createRoots(database, kind)
  const spaces = createSpaces(database, now)
  const counts = createCollectionCounts(database, kind)
  const filters = createFilterReader(database, kind)
  return {
    kind,
    roots,
    spaces,
    counts,
    filters,
    documents: createDocuments(database, roots, { now, kind }),
    candidates: createCandidates(database, { kind, counts, filters }),
    readTermLists: createTermListReader(database),
    vocabulary: createVocabulary(database, kind),
    readItems: createItemReader(database, kind),
    notes: createNotes(database, kind),
    generation: createGeneration(database),
  }
}

function openParts(connection: Connection, { path, now = Date.now }: SqliteStoreOptions): Parts {
  const { database, isReadOnly } = connection
  try {
    if (isReadOnly) assertUpToDate(database, path)
    else migrate(database)
    const parts = createParts(connection, { now, kind: 'file' })
    // Only now: the parts have made their tables, which are the connection's own.
    if (isReadOnly) database.pragma('query_only = ON')
    return parts
  } catch (error) {
    connection.database.close()
    throw toStoreError(error, path)
  }
}

type VectorParts = ReturnType<typeof createVectorParts>

/** What a search by words alone does without: it is loaded, and its statements are prepared, at its first use. */
function createVectorParts(
  { database, vectorSearch }: Connection,
  { kind, spaces, filters }: Parts,
  { run, now }: Pick<Calls, 'run'> & { readonly now: () => number },
) {
  return {
    filters,
    vectors: atFirstUse(run, async () => {
      const { createVectors } = await import('./vectors.js')
      return () => createVectors(database, spaces, { now, kind })
    }),
    search: atFirstUse(run, async () => {
      const { createVectorSearch } = await import('./vector-search.js')
      return () => createVectorSearch(database, { kind, spaces, filters }, vectorSearch)
    }),
  }
}

/** One that could not be made is tried again the next time. */
function atFirstUse<Part>(run: Calls['run'], load: () => Promise<() => Part>): () => Promise<Part> {
  let part: Promise<Part> | undefined
  const make = async () => run(await load())
  return () =>
    (part ??= make().catch((error: unknown) => {
      part = undefined
      throw error
    }))
}
