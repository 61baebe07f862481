import { itemOf, type DamagedItem, type FoundItems, type Item } from '@recallite/store'
import { createDataCache } from './data-cache.js'
import { type DocumentKind, isOfKind } from './document-kind.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { isDamage } from '../connection/sqlite-errors.js'
import { chunkSql, createRowVerifier, documentSql, type ChunkRow, type DocumentRow } from './checksum.js'

/** The maximum size of cached items, in UTF-16 units. */
const maxCached = 8_000_000

/** The size of an item without its text. */
const aboutSize = 500

/**
 * Reads chunks of a kind by their public ids as items, and reports which are damaged, themselves or in their document's row. One
 * statement reads each table for all ids; if a page is damaged, each id is read separately. Caches items until the data changes.
 */
export function createItemReader(database: SqlDatabase, kind: DocumentKind = 'file') {
  const findChunks = database.prepare<ChunkRow>(
    `${chunkSql} WHERE chunk.public_id IN (${givenIds}) AND ${isOfKind('chunk.id', kind)}`,
  )
  const findDocuments = database.prepare<DocumentRow>(`${documentSql} WHERE document.id IN (${givenIds})`)
  const { soundChunks, soundDocuments } = createRowVerifier(database)
  const cache = createDataCache<string, Item | DamagedItem>(database, { maxSize: maxCached, sizeOf })

  function itemsOf(chunks: readonly ChunkRow[]): Map<string, Item | DamagedItem> {
    const sound = new Set(soundChunks(chunks))
    const documentIds = [...new Set([...sound].map(({ documentId }) => documentId))]
    const rows = soundDocuments(findDocuments.all(JSON.stringify(documentIds)))
    const documents = new Map(rows.map((row) => [row.documentId, row]))
    return new Map<string, Item | DamagedItem>(
      chunks.map((chunk) => {
        const document = sound.has(chunk) ? documents.get(chunk.documentId) : undefined
        if (!document || document.root === null) return [chunk.id, toDamagedItem(chunk.id, chunk)]
        return [chunk.id, itemOf(chunk, { ...document, root: document.root })]
      }),
    )
  }

  function readOne(id: string): [string, Item | DamagedItem][] {
    let chunks: readonly ChunkRow[] = []
    try {
      chunks = findChunks.all(JSON.stringify([id]))
      return [...itemsOf(chunks)]
    } catch (error) {
      if (!isDamage(error)) throw error
      return [[id, toDamagedItem(id, chunks[0])]]
    }
  }

  function readEach(ids: readonly string[]): Map<string, Item | DamagedItem> {
    try {
      return itemsOf(findChunks.all(JSON.stringify(ids)))
    } catch (error) {
      if (!isDamage(error)) throw error
      return new Map(ids.flatMap(readOne))
    }
  }

  function readAll(ids: readonly string[]) {
    const byId = readEach(ids)
    return ids.map((id) => byId.get(id))
  }

  return (ids: readonly string[]): FoundItems => {
    cache.begin()
    return toFoundItems(cache.getAll(ids, readAll).filter((item) => item !== undefined))
  }
}

function toFoundItems(found: readonly (Item | DamagedItem)[]): FoundItems {
  return {
    items: found.filter((item) => 'kind' in item),
    damaged: found.filter((item) => 'document' in item),
  }
}

function sizeOf(item: Item | DamagedItem): number {
  return ('text' in item ? item.text.length : 0) + aboutSize
}

function toDamagedItem(id: string, { root = null, path = null }: Partial<ChunkRow> = {}): DamagedItem {
  return { id, document: root === null || path === null ? null : { root, path } }
}
