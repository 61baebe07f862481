import type { SpaceStatus, StoreStatus } from '@recallite/store'
import { search, type Session } from '../connection/session.js'
import { readVersion } from '../connection/cluster.js'
import { indexed } from '../keyword/index-words.js'
import { isOneOf, not, type Query } from '../keyword/match-query.js'
import { listSpaces, readSpaces } from '../vectors/spaces.js'
import { listRoots } from './roots.js'

/** See `Store.status`. */
export async function readStatus(session: Session): Promise<StoreStatus> {
  const [documents, chunks] = [await countByRoot(session, 'documents'), await countByRoot(session, 'chunks')]
  const { version, vectors } = await readVersion(session.requests)
  const roots = (await listRoots(session)).map((root) => ({
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
    vectorSearch: vectors,
  }
}

interface RootBuckets {
  readonly roots: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] }
}

async function countByRoot(session: Session, part: 'documents' | 'chunks') {
  const { hits, aggregations } = await search<unknown, RootBuckets>(session, session.index(part), {
    size: 0,
    track_total_hits: true,
    aggs: { roots: { terms: { field: 'root', size: 10_000 } } },
  })
  const of = new Map(aggregations.roots.buckets.map(({ key, doc_count }) => [key, doc_count]))
  return { total: hits.total?.value ?? 0, of }
}

/** The size of the first copy of each index. */
export async function readBytes(session: Session): Promise<number> {
  const { requests, index } = session
  const spaces = await readSpaces(session)
  const parts = [
    'meta',
    'documents',
    'chunks',
    'texts',
    ...spaces.map(({ vectors }) => ({ vectors })),
  ] as const
  const { body } = await requests.send<{ _all: { primaries: { store: { size_in_bytes: number } } } }>({
    method: 'GET',
    path: `/${parts.map(index).join()}/_stats/store`,
  })
  return body._all.primaries.store.size_in_bytes
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
    const { hits } = await search(session, session.index({ vectors: name }), {
      size: 0,
      track_total_hits: true,
    })
    const all = hits.total?.value ?? 0
    const bytes = all * space.dimensions * Float32Array.BYTES_PER_ELEMENT
    statuses.push({ ...space, vectors, pending, unusedVectors: all - vectors, bytes })
  }
  return statuses
}

interface KeyBuckets {
  readonly keys: { readonly buckets: readonly unknown[]; readonly after_key?: object }
}

const keysAtOnce = 10_000

/** The number of distinct texts. */
async function countTexts(session: Session, query: Query): Promise<number> {
  let count = 0
  for (let after: object | undefined; ;) {
    const sources = [{ key: { terms: { field: 'key' } } }]
    const composite = { size: keysAtOnce, sources, ...(after && { after }) }
    const body = { size: 0, query: query, aggs: { keys: { composite } } }
    const { keys } = (await search<unknown, KeyBuckets>(session, session.index('texts'), body)).aggregations
    count += keys.buckets.length
    after = keys.after_key
    if (after === undefined || keys.buckets.length < keysAtOnce) return count
  }
}
