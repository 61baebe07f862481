import type { SpaceStatus, StoreStatus } from '@recallite/store'
import { readServer } from '../connection/cluster.js'
import { allIndexes, count, search, type Buckets, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { everything, isOneOf, not, type Query } from '../keyword/match-query.js'
import { listSpaces, readSpaces } from '../vectors/spaces.js'
import { readRoots } from './read-roots.js'

/** See `Store.status`. */
export async function readStatus(session: Session): Promise<StoreStatus> {
  const [documents, chunks] = [await countByRoot(session, 'documents'), await countByRoot(session, 'chunks')]
  const { version, vectorSearch } = await readServer(session.requests)
  const roots = (await readRoots(session)).map((root) => ({
    ...root,
    documents: documents.of.get(indexed(root.name)) ?? 0,
    chunks: chunks.of.get(indexed(root.name)) ?? 0,
  }))
  return {
    backend: 'opensearch',
    location: session.requests.address.displayUrl,
    bytes: await readBytes(session),
    roots,
    documents: documents.total,
    chunks: chunks.total,
    spaces: await readSpaceStatus(session),
    keywordIndex: { available: true, version, reason: null },
    vectorSearch,
  }
}

async function countByRoot(session: Session, part: 'documents' | 'chunks') {
  const roots = { terms: { field: 'root', size: 10_000 } }
  const body = { size: 0, track_total_hits: true, aggs: { roots } }
  const { total, aggregations } = await search<unknown, { roots: Buckets }>(session, part, body)
  return {
    total,
    of: new Map(aggregations.roots.buckets.map(({ key, ...bucket }) => [key, bucket.doc_count])),
  }
}

/** The size of the first copy of each index. */
async function readBytes(session: Session): Promise<number> {
  const path = `/${allIndexes(session, await readSpaces(session)).join()}/_stats/store`
  const { body } = await session.requests.send<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    {
      method: 'GET',
      path,
    },
  )
  const { _all: all } = body
  return all.primaries.store.size_in_bytes
}

async function readSpaceStatus(session: Session): Promise<SpaceStatus[]> {
  const names = (await readSpaces(session)).map(({ vectors }) => vectors)
  const statuses: SpaceStatus[] = []
  for (const [at, { canary: _, ...space }] of (await listSpaces(session)).entries()) {
    const name = names[at] ?? ''
    const hasVector = isOneOf('spaces', [name])
    const [vectors, pending] = [
      await countTexts(session, hasVector),
      await countTexts(session, not(hasVector)),
    ]
    const all = await count(session, { vectors: name }, everything)
    const bytes = all * space.dimensions * Float32Array.BYTES_PER_ELEMENT
    statuses.push({ ...space, vectors, pending, unusedVectors: all - vectors, bytes })
  }
  return statuses
}

interface Keys {
  readonly keys: Buckets & { readonly after_key?: object }
}

const keysAtOnce = 10_000

/** The number of distinct texts. */
async function countTexts(session: Session, query: Query): Promise<number> {
  let texts = 0
  for (let after: object | undefined; ;) {
    const composite = {
      size: keysAtOnce,
      sources: [{ key: { terms: { field: 'key' } } }],
      ...(after && { after }),
    }
    const body = { size: 0, query, aggs: { keys: { composite } } }
    const { keys } = (await search<unknown, Keys>(session, 'texts', body)).aggregations
    texts += keys.buckets.length
    after = keys.after_key
    if (after === undefined || keys.buckets.length < keysAtOnce) return texts
  }
}
