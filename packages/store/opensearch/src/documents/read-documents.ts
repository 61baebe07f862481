import {
  foldLine,
  type ChunkTerms,
  type DocumentAddress,
  type DocumentVersion,
  type FoundItems,
} from '@recallite/store'
import type { Store, StoredDocument, VersionPage } from '@recallite/store'
import { scan, search, type Hit, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { allOf, isOneOf, type Query } from '../keyword/match-query.js'
import { checksumOf } from './checksum.js'
import type { ChunkContent, StoredChunk } from './chunk-parts.js'
import { documentOf, entryId, readEntries, type Entry } from './entries.js'
import { assertRoot } from './roots.js'
import { ofOneVersion } from './valid-versions.js'

const byPath = [{ path: 'asc' }, { doc: 'asc' }]

const ofRoot = (root: string): Query => isOneOf('root', [indexed(root)])

/** See `Store.listDocuments`. */
export async function listDocuments(
  session: Session,
  root: string,
  { withField }: Parameters<Store['listDocuments']>[1] = {},
): Promise<StoredDocument[]> {
  await assertRoot(session, root)
  const keys = withField && isOneOf('fields.key', withField.map(foldLine).map(indexed))
  const ofKeys = keys ? [{ nested: { path: 'fields', query: keys } }] : []
  const documents: StoredDocument[] = []
  const pages = scan<Entry>(session, session.index('documents'), {
    query: allOf([ofRoot(root), ...ofKeys]),
    sort: byPath,
  })
  for await (const hits of pages) documents.push(...hits.map(({ _source }) => documentOf(_source)))
  return documents
}

/** See `Store.listVersions`. */
export async function listVersions(
  session: Session,
  root: string,
  page: VersionPage,
): Promise<DocumentVersion[]> {
  await assertRoot(session, root)
  const { limit, after } = page
  const { hits } = await search<Entry>(session, session.index('documents'), {
    query: ofRoot(root),
    size: limit,
    sort: byPath,
    ...(after !== undefined && { search_after: [indexed(after), entryId({ root, path: after })] }),
  })
  return hits.hits.map(({ _source }) => {
    const { path, stamp, readAt, fingerprint } = documentOf(_source)
    return { path, stamp, readAt, fingerprint }
  })
}

/** See `Store.findDocument`. */
export async function findDocument(
  session: Session,
  address: DocumentAddress,
): Promise<StoredDocument | undefined> {
  const [entry] = await readEntries(session, [entryId(address)])
  return entry && documentOf(entry._source)
}

interface Fields {
  /** As base64. */
  readonly termList: readonly [string]
}

/** A chunk as it is stored, with its term list. */
export interface ReadChunk extends StoredChunk {
  readonly termList: Uint8Array
}

/** Reads what `readChunk` needs. */
export const chunkFields = { stored_fields: ['termList'], _source: true }

export function readChunk({ _source, fields }: Hit<StoredChunk, Fields>): ReadChunk {
  return { ..._source, termList: new Uint8Array(Buffer.from(fields.termList[0], 'base64')) }
}

/** Whether a chunk matches its checksum. */
export const isIntact = ({ json, termList, checksum }: ReadChunk): boolean =>
  checksumOf(json, termList) === checksum

const idsAtOnce = 1000

/** Reads the chunks that exist, of one version of each document. */
async function readChunks(session: Session, ids: readonly string[]): Promise<readonly ReadChunk[]> {
  const found: ReadChunk[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const part = ids.slice(from, from + idsAtOnce)
    const { hits } = await search<StoredChunk, unknown, Fields>(session, session.index('chunks'), {
      ...chunkFields,
      query: isOneOf('id', part),
      size: 2 * part.length,
    })
    found.push(...hits.hits.map(readChunk))
  }
  return ofOneVersion(session, found)
}

/** See `Store.readItems`. */
export async function readItems(session: Session, ids: readonly string[]): Promise<FoundItems> {
  const chunks = new Map((await readChunks(session, ids)).map((chunk) => [chunk.id, chunk]))
  const found = ids.flatMap((id) => chunks.get(id) ?? [])
  const damaged = found.filter((chunk) => !isIntact(chunk))
  const entries = await readEntries(session, [...new Set(damaged.map(({ doc }) => doc))])
  const documents = new Map(entries.map(({ _id, _source }) => [_id, documentOf(_source)]))
  return {
    items: found.filter(isIntact).map(({ json }) => (JSON.parse(json) as ChunkContent).item),
    damaged: damaged.map(({ id, doc }) => {
      const { root, path } = documents.get(doc) ?? {}
      return { id, document: root === undefined || path === undefined ? null : { root, path } }
    }),
  }
}

/** See `Store.readTermLists`. */
export async function readTermLists(session: Session, ids: readonly string[]): Promise<ChunkTerms[]> {
  return (await readChunks(session, [...new Set(ids)])).map(({ id, termList }) => ({ id, termList }))
}
