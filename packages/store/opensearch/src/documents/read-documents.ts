import {
  foldLine,
  type ChunkTerms,
  type DocumentAddress,
  type DocumentVersion,
  type FoundItems,
} from '@recallite/store'
import type { Store, StoredDocument, VersionPage } from '@recallite/store'
import { scan, search, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { allOf, isOneOf, type Query } from '../keyword/match-query.js'
import { checksumOf } from './checksum.js'
import type { ChunkContent, StoredChunk } from './chunk-parts.js'
import { documentOf, entryId, readEntries, type Entry } from './entries.js'
import { assertRoot } from './read-roots.js'
import { ofOneVersion } from './valid-versions.js'

const sort = [{ path: 'asc' }, { doc: 'asc' }]

const ofRoot = (root: string): Query => isOneOf('root', [indexed(root)])

/** See `Store.listDocuments`. */
export async function listDocuments(
  session: Session,
  root: string,
  { withField }: Parameters<Store['listDocuments']>[1] = {},
): Promise<StoredDocument[]> {
  await assertRoot(session, root)
  const keys = withField && isOneOf('fields.key', withField.map(foldLine).map(indexed))
  const query = allOf(ofRoot(root), ...(keys ? [{ nested: { path: 'fields', query: keys } }] : []))
  const documents: StoredDocument[] = []
  for await (const hits of scan<Entry>(session, 'documents', { query, sort }))
    documents.push(...hits.map(({ source }) => documentOf(source)))
  return documents
}

/** See `Store.listVersions`. */
export async function listVersions(
  session: Session,
  root: string,
  page: VersionPage,
): Promise<DocumentVersion[]> {
  await assertRoot(session, root)
  const { limit: size, after } = page
  const start = after !== undefined && { search_after: [indexed(after), entryId({ root, path: after })] }
  const { hits } = await search<Entry>(session, 'documents', { query: ofRoot(root), size, sort, ...start })
  return hits.map(({ source }) => {
    const { path, stamp, readAt, fingerprint } = documentOf(source)
    return { path, stamp, readAt, fingerprint }
  })
}

/** See `Store.findDocument`. */
export async function findDocument(
  session: Session,
  address: DocumentAddress,
): Promise<StoredDocument | undefined> {
  const [entry] = await readEntries(session, [entryId(address)])
  return entry && documentOf(entry.source)
}

/** The fields of a `StoredChunk`. */
export const chunkSource = ['doc', 'version', 'id', 'json', 'termList', 'checksum']

/** Whether a chunk matches its checksum. */
export const isIntact = ({ json, termList, checksum }: StoredChunk): boolean =>
  checksumOf(json, termList) === checksum

const idsAtOnce = 1000

/** Reads the chunks that exist, of one version of each document. */
async function readChunks(session: Session, ids: readonly string[]): Promise<readonly StoredChunk[]> {
  const found: StoredChunk[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = isOneOf('id', ids.slice(from, from + idsAtOnce))
    const { hits } = await search<StoredChunk>(session, 'chunks', {
      query,
      size: 2 * idsAtOnce,
      _source: chunkSource,
    })
    found.push(...hits.map(({ source }) => source))
  }
  return ofOneVersion(session, found)
}

/** See `Store.readItems`. */
export async function readItems(session: Session, ids: readonly string[]): Promise<FoundItems> {
  const chunks = new Map((await readChunks(session, ids)).map((chunk) => [chunk.id, chunk]))
  const found = ids.flatMap((id) => chunks.get(id) ?? [])
  const damaged = found.filter((chunk) => !isIntact(chunk))
  const entries = await readEntries(session, [...new Set(damaged.map(({ doc }) => doc))])
  const documents = new Map(entries.map(({ id, source }) => [id, documentOf(source)]))
  const addressOf = (doc: string) => {
    const { root, path } = documents.get(doc) ?? {}
    return root === undefined || path === undefined ? null : { root, path }
  }
  return {
    items: found.filter(isIntact).map(({ json }) => (JSON.parse(json) as ChunkContent).item),
    damaged: damaged.map(({ id, doc }) => ({ id, document: addressOf(doc) })),
  }
}

/** See `Store.readTermLists`. */
export async function readTermLists(session: Session, ids: readonly string[]): Promise<ChunkTerms[]> {
  const chunks = await readChunks(session, [...new Set(ids)])
  return chunks.map(({ id, termList }) => ({ id, termList: new Uint8Array(Buffer.from(termList, 'base64')) }))
}
