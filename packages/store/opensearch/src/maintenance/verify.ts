import type { VerifyOptions } from '@recallite/store'
import { createContents } from '../connection/indexes.js'
import { count, scan, search, write, type Part, type Session } from '../connection/session.js'
import { checksumOf } from '../documents/checksum.js'
import type { StoredChunk } from '../documents/chunk-parts.js'
import type { Entry } from '../documents/entries.js'
import { countWrite } from '../documents/generation.js'
import { chunkSource, isIntact } from '../documents/read-documents.js'
import { everything, isOneOf } from '../keyword/match-query.js'
import { readSpaces } from '../vectors/spaces.js'
import { vectorOf, type StoredVector } from '../vectors/vectors.js'

/** See `Maintenance.verify`. */
export async function verify(session: Session, { isQuick = false }: VerifyOptions = {}): Promise<string[]> {
  const faults: string[] = []
  if (!isQuick && !(await areIntact(session, 'documents', isIntactEntry, ['json', 'checksum'])))
    faults.push('entries of documents do not match their checksums')
  if (!isQuick && !(await areIntact(session, 'chunks', isIntact, chunkSource)))
    faults.push('chunks do not match their checksums')
  if (!isQuick && !(await damagedVectors(session).next()).done)
    faults.push('vectors do not match their checksums')
  if (!(await isComplete(session))) faults.push('chunks are missing, or left over')
  return faults
}

/** See `Maintenance.repair`. Replaces the indexes of documents by empty ones. */
export async function repair(session: Session): Promise<string[]> {
  const faults = await verify(session)
  if (faults.length === 0) return []
  const path = `/${(['documents', 'chunks', 'texts'] as const).map(session.index).join()}`
  await session.requests.send({ method: 'DELETE', path })
  await createContents(session)
  for await (const { part, id } of damagedVectors(session))
    await write(session, [{ kind: 'delete', part, id }])
  await countWrite(session)
  return faults
}

const isIntactEntry = ({ json, checksum }: Entry): boolean => checksumOf(json) === checksum

async function areIntact<Source>(
  session: Session,
  part: 'documents' | 'chunks',
  test: (source: Source) => boolean,
  _source: readonly string[],
): Promise<boolean> {
  const sort = [{ doc: 'asc' }, ...(part === 'chunks' ? [{ id: 'asc' }] : [])]
  for await (const hits of scan<Source>(session, part, { query: everything, sort, _source }))
    if (!hits.every(({ source }) => test(source))) return false
  return true
}

async function* damagedVectors(
  session: Session,
): AsyncGenerator<{ readonly part: Part; readonly id: string }> {
  for (const { vectors } of await readSpaces(session)) {
    const pages = scan<StoredVector>(
      session,
      { vectors },
      { query: everything, sort: [{ key: 'asc' }], size: 1000 },
    )
    for await (const hits of pages)
      for (const { id, source } of hits) if (!vectorOf(source)) yield { part: { vectors }, id }
  }
}

interface Sums {
  readonly chunks: { readonly value: number }
  readonly unfinished: { readonly doc_count: number }
}

/** Compares the numbers of chunks; those of documents that are being written are unknown. */
async function isComplete(session: Session): Promise<boolean> {
  const chunks = { sum: { field: 'chunkCount' } }
  const unfinished = { filter: isOneOf('isUnfinished', ['true']) }
  const body = { size: 0, aggs: { chunks, unfinished } }
  const { aggregations } = await search<unknown, Sums>(session, 'documents', body)
  if (aggregations.unfinished.doc_count > 0) return true
  return aggregations.chunks.value === (await count(session, 'chunks', everything))
}
