import { StoreError, type Maintenance } from '@recallite/store'
import { countWrite, readGeneration } from '../connection/cells.js'
import { createContents } from '../connection/indexes.js'
import type { createLease } from '../connection/lease.js'
import { aggregate, count, scan, write, type Operation, type Session } from '../connection/session.js'
import { chunkSource, isIntact, type StoredChunk } from '../documents/chunk-parts.js'
import { checksumOf, type Entry } from '../documents/entries.js'
import { dropSpace, listIndexes, readSpaces } from '../vectors/spaces.js'
import { removeUnusedVectors, vectorOf, type StoredVector } from '../vectors/vectors.js'

export function createMaintenance(session: Session, lease: ReturnType<typeof createLease>) {
  const { displayUrl, prefix } = session.address
  const unsupported = async (message: string): Promise<never> => {
    // Rejects if the store is closed.
    await readGeneration(session)
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
    backup: () =>
      unsupported(
        `Recallite cannot back up a store in OpenSearch. Use a snapshot of ${prefix}-*: PUT _snapshot/REPOSITORY/NAME at ${displayUrl}`,
      ),
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
  const faults: string[] = []
  if (!isQuick && (await hasDamagedEntry(session)))
    faults.push('entries of documents do not match their checksums')
  if (!isQuick && (await hasDamagedChunk(session))) faults.push('chunks do not match their checksums')
  if (!isQuick && !(await removalsOfDamagedVectors(session).next()).done)
    faults.push('vectors do not match their checksums')
  if (!(await isComplete(session))) faults.push('chunks are missing, or left over')
  return faults
}

async function hasDamagedEntry(session: Session): Promise<boolean> {
  const pages = { sort: [{ doc: 'asc' }], _source: ['json', 'checksum'] }
  for await (const hits of scan<Entry>(session, 'documents', pages))
    if (hits.some(({ _source: { json, checksum } }) => checksumOf(json) !== checksum)) return true
  return false
}

async function hasDamagedChunk(session: Session): Promise<boolean> {
  const pages = { sort: [{ doc: 'asc' }, { id: 'asc' }], _source: chunkSource }
  for await (const hits of scan<StoredChunk>(session, 'chunks', pages))
    if (!hits.every(({ _source }) => isIntact(_source))) return true
  return false
}

async function* removalsOfDamagedVectors(session: Session): AsyncGenerator<Operation> {
  for (const { part } of await readSpaces(session))
    for await (const hits of scan<StoredVector>(session, part, { sort: [{ key: 'asc' }], size: 1000 }))
      for (const { _id, _source } of hits) if (!vectorOf(_source)) yield { kind: 'delete', part, id: _id }
}

/** Compares the numbers of chunks; those of documents that are being written are unknown. */
async function isComplete(session: Session): Promise<boolean> {
  const unfinished = await count(session, 'documents', { query: { term: { isUnfinished: true } } })
  if (unfinished > 0) return true
  const aggs = { chunks: { sum: { field: 'chunkCount' } } }
  const { chunks } = await aggregate<{ chunks: { value: number } }>(session, 'documents', { aggs })
  return chunks.value === (await count(session, 'chunks'))
}
