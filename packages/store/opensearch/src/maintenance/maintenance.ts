import { StoreError, type Maintenance, type SpaceStatus, type StoreStatus } from '@recallite/store'
import { countWrite, listRoots } from '../connection/cells.js'
import { readServer } from '../connection/cluster.js'
import { createContents } from '../connection/indexes.js'
import type { createLease } from '../connection/lease.js'
import { aggregate, count, scan, write } from '../connection/session.js'
import type { Buckets, Operation, Part, Session } from '../connection/session.js'
import { chunkSource, isIntactChunk, isIntactEntry } from '../documents/stored-documents.js'
import { indexed, isOneOf, not, type Query } from '../keyword/word-index.js'
import { dropSpace, listIndexes, readSpaces, removeUnusedVectors, vectorOf } from '../vectors/vectors.js'
import type { StoredVector } from '../vectors/vectors.js'

export function createMaintenance(session: Session, lease: ReturnType<typeof createLease>) {
  const { displayUrl, prefix } = session.address
  const noBackup = `Recallite cannot back up a store in OpenSearch. Use a snapshot of ${prefix}-*: PUT _snapshot/REPOSITORY/NAME at ${displayUrl}`
  const unsupported = async (message: string): Promise<never> => {
    // Rejects if the store is closed.
    await readServer(session)
    throw new StoreError('STORE_UNSUPPORTED', message)
  }
  return {
    lock: (options) => lease.acquire(options),
    verify: ({ isQuick = false } = {}) => verify(session, isQuick),
    /** Replaces the indexes of documents by empty ones. */
    async repair() {
      const faults = await verify(session, false)
      if (faults.length === 0) return []
      const names = (['documents', 'chunks', 'texts'] as const).map(session.index)
      await session.send('DELETE', `/${names.join()}`)
      await createContents(session)
      for await (const removal of removalsOfDamagedVectors(session)) await write(session, [removal])
      await countWrite(session)
      return faults
    },
    backup: () => unsupported(noBackup),
    async optimise({ sql = false } = {}) {
      if (sql) return unsupported('OpenSearch has its own SQL: POST _plugins/_sql')
      // Rewrites segments with deleted documents.
      const query = { only_expunge_deletes: true }
      await session.send('POST', `/${await listIndexes(session)}/_forcemerge`, { query })
      return null
    },
    dropSpace: (space) => dropSpace(session, space),
    removeUnusedVectors: ({ unusedFor }) => removeUnusedVectors(session, unusedFor),
  } satisfies Maintenance
}

async function verify(session: Session, isQuick: boolean): Promise<string[]> {
  const structure = (await isComplete(session)) ? [] : ['chunks are missing, or left over']
  if (isQuick) return structure
  const damaged: string[] = []
  if (!(await isIntact(session, 'documents', isIntactEntry))) damaged.push('entries of documents')
  if (!(await isIntact(session, 'chunks', isIntactChunk))) damaged.push('chunks')
  if (!(await removalsOfDamagedVectors(session).next()).done) damaged.push('vectors')
  return [...damaged.map((name) => `${name} do not match their checksums`), ...structure]
}

async function isIntact<Source>(session: Session, part: Part, test: (source: Source) => boolean) {
  const sort = [{ doc: 'asc' }, ...(part === 'chunks' ? [{ id: 'asc' }] : [])]
  for await (const hits of scan<Source>(session, part, { sort, _source: chunkSource }))
    if (!hits.every(({ _source }) => test(_source))) return false
  return true
}

async function* removalsOfDamagedVectors(session: Session): AsyncGenerator<Operation> {
  for (const { part } of await readSpaces(session))
    for await (const hits of scan<StoredVector>(session, part, { sort: [{ key: 'asc' }], size: 1000 }))
      for (const { _id, _source } of hits) if (!vectorOf(_source)) yield { kind: 'delete', part, id: _id }
}

/** Compares the numbers of chunks; those of documents that are being written are unknown. */
async function isComplete(session: Session): Promise<boolean> {
  const unfinished = { filter: { term: { isUnfinished: true } } }
  const aggs = { chunks: { sum: { field: 'chunkCount' } }, unfinished }
  type Results = Record<'chunks' | 'unfinished', { readonly value: number; readonly doc_count: number }>
  const results = await aggregate<Results>(session, 'documents', { aggs })
  return results.unfinished.doc_count > 0 || results.chunks.value === (await count(session, 'chunks'))
}

export async function readStatus(session: Session): Promise<StoreStatus> {
  const [documents, chunks] = [await countByRoot(session, 'documents'), await countByRoot(session, 'chunks')]
  const { version, vectorSearch } = await readServer(session)
  const roots = (await listRoots(session)).map((root) => {
    const name = indexed(root.name)
    return { ...root, documents: documents.get(name) ?? 0, chunks: chunks.get(name) ?? 0 }
  })
  // The size of the first copy of each index.
  type Stats = { readonly _all: { readonly primaries: { readonly store: { size_in_bytes: number } } } }
  const { _all } = await session.send<Stats>('GET', `/${await listIndexes(session)}/_stats/store`)
  return {
    backend: 'opensearch',
    location: session.address.displayUrl,
    bytes: _all.primaries.store.size_in_bytes,
    roots,
    documents: await count(session, 'documents'),
    chunks: await count(session, 'chunks'),
    spaces: await readSpaceStatus(session),
    keywordIndex: { available: true, version, reason: null },
    vectorSearch,
  }
}

async function countByRoot(session: Session, part: 'documents' | 'chunks'): Promise<Map<string, number>> {
  const aggs = { roots: { terms: { field: 'root', size: 10_000 } } }
  const { roots } = await aggregate<{ roots: Buckets }>(session, part, { aggs })
  return new Map(roots.buckets.map((bucket) => [bucket.key, bucket.doc_count]))
}

async function readSpaceStatus(session: Session): Promise<SpaceStatus[]> {
  const statuses: SpaceStatus[] = []
  for (const { part, canary: _, ...space } of await readSpaces(session)) {
    const vectors = await countTexts(session, isOneOf('spaces', [part]))
    const pending = await countTexts(session, not(isOneOf('spaces', [part])))
    const all = await count(session, part)
    const bytes = all * space.dimensions * Float32Array.BYTES_PER_ELEMENT
    statuses.push({ ...space, hasVectors: all > 0, vectors, pending, unusedVectors: all - vectors, bytes })
  }
  return statuses
}

/** The number of distinct texts. */
async function countTexts(session: Session, query: Query): Promise<number> {
  type Keys = { readonly keys: Buckets & { readonly after_key?: object } }
  const size = 10_000
  const sources = [{ key: { terms: { field: 'key' } } }]
  let texts = 0
  for (let after: object | undefined; ;) {
    const composite = { size, sources, ...(after && { after }) }
    const { keys } = await aggregate<Keys>(session, 'texts', { query, aggs: { keys: { composite } } })
    texts += keys.buckets.length
    after = keys.after_key
    if (after === undefined || keys.buckets.length < size) return texts
  }
}
