import type { VerifyOptions } from '@recallite/store'
import { refresh, scan, search, write, type Hit, type Session } from '../connection/session.js'
import { checksumOf } from '../documents/checksum.js'
import { documentOf, type Entry } from '../documents/entries.js'
import { countWrite } from '../documents/generation.js'
import { chunkFields, isIntact, readChunk } from '../documents/read-documents.js'
import { writeDocuments } from '../documents/write-documents.js'
import { everything, isOneOf } from '../keyword/match-query.js'
import { readSpaces } from '../vectors/spaces.js'
import { vectorFields, vectorOf, type StoredVector } from '../vectors/vectors.js'

/** Resolves to a kind of damage, as part of a sentence. */
type Check = (session: Session) => Promise<string | undefined>

/** See `Maintenance.verify`. */
export async function verify(session: Session, { isQuick = false }: VerifyOptions = {}): Promise<string[]> {
  const chosen = isQuick ? [checkCounts] : [checkDocuments, checkChunks, checkVectors, checkCounts]
  const faults: (string | undefined)[] = []
  for (const check of chosen) faults.push(await check(session))
  return faults.filter((fault) => fault !== undefined)
}

const removedAtOnce = 200

/** See `Maintenance.repair`. */
export async function repair(session: Session): Promise<string[]> {
  const faults = await verify(session)
  if (faults.length === 0) return []
  for await (const hits of entriesOf(session)) {
    const removed = hits.map(({ _source }) => documentOf(_source))
    for (let from = 0; from < removed.length; from += removedAtOnce)
      await writeDocuments(session, { removed: removed.slice(from, from + removedAtOnce) })
  }
  await removeLeftovers(session)
  for await (const { index, id } of damagedVectors(session))
    await write(session, [{ kind: 'delete', index, id }])
  await countWrite(session)
  return faults
}

const entriesOf = (session: Session) =>
  scan<Entry>(session, session.index('documents'), { query: everything, sort: [{ doc: 'asc' }] })

/** Removes chunks and texts without an entry. */
async function removeLeftovers(session: Session): Promise<void> {
  for (const part of ['chunks', 'texts'] as const) {
    const index = session.index(part)
    const sort = [{ doc: 'asc' }, { version: 'asc' }, { [part === 'chunks' ? 'id' : 'order']: 'asc' }]
    for await (const hits of scan<{ doc: string }>(session, index, {
      query: everything,
      _source: ['doc'],
      sort,
    }))
      await write(
        session,
        hits.map(({ _id: id, _source: { doc: routing } }) => ({ kind: 'delete', index, id, routing })),
      )
    await refresh(session, index)
  }
}

const checkDocuments: Check = async (session) => {
  for await (const hits of entriesOf(session)) {
    if (!hits.every(({ _source: { json, checksum } }) => checksumOf(json) === checksum))
      return 'entries of documents do not match their checksums'
  }
  return undefined
}

const checkChunks: Check = async (session) => {
  const sort = [{ doc: 'asc' }, { version: 'asc' }, { id: 'asc' }]
  const pages = scan(session, session.index('chunks'), { ...chunkFields, query: everything, sort })
  for await (const hits of pages) {
    if (!hits.every((hit) => isIntact(readChunk(hit as Parameters<typeof readChunk>[0]))))
      return 'chunks do not match their checksums'
  }
  return undefined
}

const checkVectors: Check = async (session) => {
  const { done } = await damagedVectors(session).next()
  return done ? undefined : 'vectors do not match their checksums'
}

async function* damagedVectors(
  session: Session,
): AsyncGenerator<{ readonly index: string; readonly id: string }> {
  for (const { vectors } of await readSpaces(session)) {
    const index = session.index({ vectors })
    const pages = scan<{ checksum: number }>(session, index, {
      ...vectorFields,
      query: everything,
      sort: [{ key: 'asc' }],
    })
    for await (const hits of pages) {
      for (const { _id: id, fields, _source } of hits as Hit<{ checksum: number }, StoredVector>[])
        if (!vectorOf(id, fields, _source.checksum)) yield { index, id }
    }
  }
}

interface Sums {
  readonly chunks: { readonly value: number }
  readonly unfinished: { readonly doc_count: number }
}

/** Compares the numbers of chunks; those of documents that are being written are unknown. */
const checkCounts: Check = async (session) => {
  const { aggregations } = await search<unknown, Sums>(session, session.index('documents'), {
    size: 0,
    aggs: {
      chunks: { sum: { field: 'chunkCount' } },
      unfinished: { filter: isOneOf('isUnfinished', ['true']) },
    },
  })
  const { hits } = await search(session, session.index('chunks'), { size: 0, track_total_hits: true })
  const isSame = aggregations.chunks.value === hits.total?.value
  return isSame || aggregations.unfinished.doc_count > 0 ? undefined : 'chunks are missing, or left over'
}
