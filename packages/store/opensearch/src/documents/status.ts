import type { SpaceStatus, StoreStatus } from '@recallite/store'
import { readServer } from '../connection/cluster.js'
import { aggregate, count, type Buckets, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { isOneOf, not, type Query } from '../keyword/match-query.js'
import { listIndexes, readSpaces } from '../vectors/spaces.js'
import { listRoots } from './roots.js'

export async function readStatus(session: Session): Promise<StoreStatus> {
  const [documents, chunks] = [await countByRoot(session, 'documents'), await countByRoot(session, 'chunks')]
  const { version, vectorSearch } = await readServer(session)
  const roots = (await listRoots(session)).map((root) => {
    const name = indexed(root.name)
    return { ...root, documents: documents.get(name) ?? 0, chunks: chunks.get(name) ?? 0 }
  })
  return {
    backend: 'opensearch',
    location: session.address.displayUrl,
    bytes: await readBytes(session),
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

/** The size of the first copy of each index. */
async function readBytes(session: Session): Promise<number> {
  type Stats = {
    readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } }
  }
  const { _all } = await session.send<Stats>('GET', `/${await listIndexes(session)}/_stats/store`)
  return _all.primaries.store.size_in_bytes
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

const keysAtOnce = 10_000

/** The number of distinct texts. */
async function countTexts(session: Session, query: Query): Promise<number> {
  type Keys = { readonly keys: Buckets & { readonly after_key?: object } }
  const sources = [{ key: { terms: { field: 'key' } } }]
  let texts = 0
  for (let after: object | undefined; ;) {
    const composite = { size: keysAtOnce, sources, ...(after && { after }) }
    const { keys } = await aggregate<Keys>(session, 'texts', { query, aggs: { keys: { composite } } })
    texts += keys.buckets.length
    after = keys.after_key
    if (after === undefined || keys.buckets.length < keysAtOnce) return texts
  }
}
