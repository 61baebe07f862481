import { confineStore, StoreError, type Contents, type Maintenance, type Store } from '@recallite/store'
import { schemaName } from './address.js'
import { openConnections, type ConnectionOptions, type Connections } from './connections.js'
import { listNotes, listVectors, readDocuments, readVectors } from './contents.js'
import type { DocumentKind } from './document-kind.js'
import { createDocumentReader } from './documents.js'
import { createFilterReader } from './filter/chunks-within.js'
import { readItems, readTermLists } from './item-reader.js'
import { createCandidates } from './keyword/candidates.js'
import { createCollectionCounts } from './keyword/collection-counts.js'
import { createVocabulary } from './keyword/vocabulary.js'
import { tidyUp } from './maintenance/optimise.js'
import { createStoreLock } from './maintenance/store-lock.js'
import { repair, verify } from './maintenance/verify.js'
import { createNotes } from './notes.js'
import { readPgVector, tryCreateExtension, type PgVector } from './pgvector.js'
import { createRoots } from './roots.js'
import { migrate } from './schema-version.js'
import { createSpaces } from './spaces.js'
import { readStatus } from './status.js'
import { readTotals } from './totals.js'
import { exactUpTo, indexIfLarge } from './vector-index.js'
import { createVectorSearch } from './vector-search.js'
import {
  assertVectors,
  pendingTexts,
  putVectors,
  removeUnusedVectors,
  sampleVectors,
  vectorsAtOnce,
} from './vectors.js'
import { writeDocuments } from './write-documents.js'

/** How to open a store. */
export interface PostgresStoreOptions extends ConnectionOptions {
  /** `postgres://user@host:5432/database`, with `sslmode` and `sslrootcert` if needed. */
  readonly url: string
  /** The URL of a replica for searches and reads; the primary answers once it is lost. */
  readonly readFrom?: string | undefined
  /** The schema that has the tables, one for each store; default `recallite`. */
  readonly schema?: string | undefined
  /** Whether a missing schema is made; default true. */
  readonly create?: boolean | undefined
  /** Whether writes are refused, and an older schema too; works on a replica. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** The folder that all roots have to lie in, absolute and without links; others do not exist then. Default: anywhere. */
  readonly within?: string | undefined
  /** From how many vectors on a space has an index; smaller ones are searched exactly. Default 5,000. */
  readonly indexFrom?: number | undefined
  /** The clock, in milliseconds since the epoch; default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** A store with every capability that this driver has. */
export type PostgresStore = Store & {
  readonly [
    Name in 'maintenance' | 'vocabulary' | 'notes' | 'generation' | 'sampleVectors' | 'contents' | 'ofRecords'
  ]: NonNullable<Store[Name]>
}

/**
 * Opens the store in a schema of a PostgreSQL database, making the schema or bringing it up to date if needed; processes that open
 * it at once wait for each other. Without pgvector everything but search by vectors works.
 * @throws StoreError
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const schema = schemaName(options.schema)
  const { create = true, isReadOnly = false, within } = options
  const connections = openConnections(options)
  try {
    await migrate(connections, { schema, create, isReadOnly })
    if (!isReadOnly) await tryCreateExtension(connections)
  } catch (error) {
    await connections.close()
    throw error
  }
  const store = assemble(isReadOnly ? refusingWrites(connections) : connections, schema, options)
  return within === undefined ? store : (confineStore(store, within) as PostgresStore)
}

function refusingWrites(connections: Connections): Connections {
  const refuse = async () => {
    // A closed store says so first.
    await connections.readPrimary(async () => undefined)
    throw new StoreError('STORE_READ_ONLY', `${connections.address.shown} was opened only to be read.`)
  }
  return { ...connections, write: refuse, alone: refuse }
}

function assemble(connections: Connections, s: string, options: PostgresStoreOptions): PostgresStore {
  const { now = Date.now, indexFrom = exactUpTo } = options
  const pgvector = createExtensionReader(connections)
  const lock = createStoreLock(connections, s)
  const close = async () => {
    await lock.release()
    await connections.close()
  }
  const membersOf = (kind: DocumentKind) =>
    kindMembers(connections, s, { parts: createParts(s, { kind, pgvector, indexFrom }), now })
  return {
    ...membersOf('file'),
    contents: contentsMembers(connections, s),
    maintenance: maintenanceMembers(connections, s, { lock, now }),
    close,
    ofRecords: () => ({ ...membersOf('record'), close }),
  }
}

/** The members that a store of either kind has. */
function kindMembers(connections: Connections, s: string, { parts, now }: MemberParts) {
  const { read, readPrimary, write, address } = connections
  const { kind, notes } = parts
  const location = `${address.shown} (schema ${s})`
  return {
    ...documentMembers(connections, s, { parts, now }),
    ...searchMembers(connections, s, parts),
    ...vectorMembers(connections, s, { parts, now }),
    status: () => read((session) => readStatus(session, s, { kind, location })),
    generation: () => read(async (session) => String((await readTotals(session, s)).writes)),
    notes: {
      read: (name) => readPrimary((session) => notes.read(session, name)),
      write: (name, value) => write((session) => notes.write(session, name, value)),
    },
  } satisfies Partial<Store>
}

function contentsMembers({ readPrimary }: Connections, s: string): Contents {
  return {
    readDocuments: (addresses) => readPrimary((session) => readDocuments(session, s, addresses)),
    listVectors: (space, page) => readPrimary((session) => listVectors(session, s, { space, ...page })),
    readVectors: (space, keys) => readPrimary((session) => readVectors(session, s, { space, keys })),
    listNotes: () => readPrimary((session) => listNotes(session, s)),
  }
}

interface PartOptions {
  readonly kind: DocumentKind
  readonly pgvector: () => Promise<PgVector>
  readonly indexFrom: number
}

function createParts(s: string, options: PartOptions) {
  const { kind } = options
  const counts = createCollectionCounts(s, kind)
  const filters = createFilterReader(s, kind)
  return {
    ...options,
    roots: createRoots(s, kind),
    documents: createDocumentReader(s, kind),
    spaces: createSpaces(s),
    notes: createNotes(s, kind),
    counts,
    candidates: createCandidates(s, { kind, counts, filters }),
    vocabulary: createVocabulary(s, kind),
    search: createVectorSearch({ s, filters, ...options }),
  }
}

type Parts = ReturnType<typeof createParts>

/** Asked again while it does not work: the extension may come while the store is open. */
function createExtensionReader({ read }: Connections): () => Promise<PgVector> {
  let known: PgVector | undefined
  return async () => {
    if (!known?.available) known = await read(readPgVector)
    return known
  }
}

interface MemberParts {
  readonly parts: Parts
  readonly now: () => number
}

function documentMembers({ read, readPrimary, write }: Connections, s: string, { parts, now }: MemberParts) {
  const { kind, roots, documents, spaces } = parts
  return {
    listRoots: () => readPrimary(roots.list),
    putRoot: (root, options) => write((session) => roots.put(session, root, options)),
    removeRoot: (name) => write((session) => roots.remove(session, name)),
    listDocuments: (root) => readPrimary((session) => documents.list(session, root)),
    listVersions: (root, page) => readPrimary((session) => documents.listVersions(session, root, page)),
    findDocument: (address) => readPrimary((session) => documents.find(session, address)),
    writeDocuments: (changes, options) =>
      write((session) => writeDocuments(session, s, { kind, changes, at: now() }), options),
    listSpaces: () => readPrimary(spaces.list),
    putSpace: (space, changes = {}) => write((session) => spaces.put(session, space, { at: now(), changes })),
    readItems: (ids) => read((session) => readItems(session, s, { kind, ids })),
    readTermLists: (ids) => read((session) => readTermLists(session, s, { kind, ids })),
  } satisfies Partial<Store>
}

function searchMembers({ read }: Connections, s: string, { kind, candidates, counts, vocabulary }: Parts) {
  return {
    findByWords: (request) => read((session) => candidates.find(session, request)),
    readCounts: (request) => read((session) => counts.read(session, request)),
    vocabulary: {
      chunksWithStems: (stems) => read((session) => vocabulary.chunksWithStems(session, stems)),
      chunksWithForms: (forms) => read((session) => vocabulary.chunksWithForms(session, forms)),
      chunksWithPrefixes: (prefixes) => read((session) => vocabulary.chunksWithPrefixes(session, prefixes)),
    },
    sampleVectors: (space, limit) => read((session) => sampleVectors(session, s, { kind, space, limit })),
  } satisfies Partial<Store>
}

function vectorMembers(
  { read, readPrimary, write }: Connections,
  s: string,
  { parts: { kind, spaces, search, pgvector, indexFrom }, now }: MemberParts,
) {
  return {
    pendingTexts: (space, page) =>
      readPrimary((session) => pendingTexts(session, s, { kind, space, ...page })),
    async putVectors(space, vectors) {
      assertVectors(space, vectors)
      await readPrimary((session) => spaces.idOf(session, space))
      for (let from = 0; from < vectors.length; from += vectorsAtOnce) {
        const part = vectors.slice(from, from + vectorsAtOnce)
        await write((session) => putVectors(session, s, { space, vectors: part, at: now() }))
      }
      const extension = await pgvector()
      if (vectors.length === 0 || !extension.available) return
      await write((session) =>
        indexIfLarge(session, { space, schema: s, pgvector: extension, least: indexFrom }),
      )
    },
    findByVector: (request) => read((session) => search.find(session, request)),
    scoreByVector: (request) => read((session) => search.score(session, request)),
  } satisfies Partial<Store>
}

interface MaintenanceParts {
  readonly lock: ReturnType<typeof createStoreLock>
  readonly now: () => number
}

function maintenanceMembers(
  connections: Connections,
  s: string,
  { lock, now }: MaintenanceParts,
): Maintenance {
  const { address, write } = connections
  return {
    lock: (options) => lock.acquire(options),
    verify: (options) => verify(connections, s, options),
    repair: () => repair(connections, s),
    async backup() {
      await connections.readPrimary(async () => undefined)
      throw new StoreError(
        'STORE_UNSUPPORTED',
        `A store in PostgreSQL is backed up by its own tools: pg_dump --schema=${s} --format=custom --file=recallite.dump ${address.shown}`,
      )
    },
    optimise: () => tidyUp(connections, s),
    dropSpace: (space) => write((session) => createSpaces(s).drop(session, space)),
    removeUnusedVectors: ({ unusedFor }) =>
      write((session) => removeUnusedVectors(session, s, { unusedFor, at: now() })),
  }
}
