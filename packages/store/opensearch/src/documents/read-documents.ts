import { foldLine, type DocumentAddress, type Store, type StoredDocument } from '@recallite/store'
import { assertRoots } from '../connection/cells.js'
import { scan, search, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { allOf, isOneOf, type Query } from '../keyword/match-query.js'
import {
  chunkSource,
  documentOf,
  entryId,
  isIntactChunk,
  ofOneVersion,
  readEntries,
} from './stored-documents.js'
import type { ChunkContent, Entry, StoredChunk } from './stored-documents.js'

const sort = [{ path: 'asc' }, { doc: 'asc' }]

const ofRoot = (root: string): Query => isOneOf('root', [indexed(root)])

export const createDocumentReads = (session: Session) =>
  ({
    async listDocuments(root, { withField } = {}) {
      await assertRoots(session, [root])
      const keys = withField && isOneOf('fields.key', withField.map(foldLine).map(indexed))
      const query = allOf(ofRoot(root), ...(keys ? [{ nested: { path: 'fields', query: keys } }] : []))
      const documents: StoredDocument[] = []
      for await (const hits of scan<Entry>(session, 'documents', { query, sort }))
        documents.push(...hits.map(({ _source }) => documentOf(_source)))
      return documents
    },
    async listVersions(root, page) {
      await assertRoots(session, [root])
      const { limit: size, after } = page
      const start = after !== undefined && { search_after: [indexed(after), entryId({ root, path: after })] }
      const body = { query: ofRoot(root), size, sort, ...start }
      return (await search<Entry>(session, 'documents', body)).map(({ _source }) => {
        const { path, stamp, readAt, fingerprint } = documentOf(_source)
        return { path, stamp, readAt, fingerprint }
      })
    },
    async findDocument(address) {
      const [entry] = await readEntries(session, [entryId(address)])
      return entry && documentOf(entry._source)
    },
    async readItems(ids) {
      const byId = new Map((await readChunks(session, ids)).map((chunk) => [chunk.id, chunk]))
      const chunks = ids.flatMap((id) => byId.get(id) ?? [])
      const damaged = chunks.filter((chunk) => !isIntactChunk(chunk))
      const documents = new Set(damaged.map(({ doc }) => doc))
      const addresses = new Map<string, DocumentAddress>()
      for (const { _id, _source } of await readEntries(session, [...documents])) {
        const { root, path } = documentOf(_source)
        addresses.set(_id, { root, path })
      }
      return {
        items: chunks.filter(isIntactChunk).map(({ json }) => (JSON.parse(json) as ChunkContent).item),
        damaged: damaged.map(({ id, doc }) => ({ id, document: addresses.get(doc) ?? null })),
      }
    },
    async readTermLists(ids) {
      const chunks = await readChunks(session, [...new Set(ids)])
      return chunks.map(({ id, termList }) => ({
        id,
        termList: Uint8Array.from(Buffer.from(termList, 'base64')),
      }))
    },
  }) satisfies Pick<Store, 'listDocuments' | 'listVersions' | 'findDocument' | 'readItems' | 'readTermLists'>

const idsAtOnce = 1000

/** Reads the chunks that exist, of one version of each document. */
async function readChunks(session: Session, ids: readonly string[]): Promise<readonly StoredChunk[]> {
  const chunks: StoredChunk[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = isOneOf('id', ids.slice(from, from + idsAtOnce))
    const body = { query, size: 2 * idsAtOnce, _source: [...chunkSource, 'checksum'] }
    const hits = await search<StoredChunk>(session, 'chunks', body)
    chunks.push(...hits.map(({ _source }) => _source))
  }
  return ofOneVersion(session, chunks)
}
