import { itemOf, type DamagedItem, type FoundItems, type Item } from '@recallite/store'
import { type DocumentKind, isOfKind } from './document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { isDamage } from '../connection/sqlite-errors.js'
import {
  chunkSql,
  createRowProver,
  documentSql,
  type ChunkRow,
  type DocumentRow,
} from '../maintenance/verify/sound-rows.js'

/** Reads chunks of a kind by their public ids as items, and tells which are damaged, themselves or in their document's row. */
export function createItemReader(database: SqlDatabase, kind: DocumentKind = 'file') {
  const findChunk = database.prepare<ChunkRow>(
    `${chunkSql} WHERE chunk.public_id = ? AND ${isOfKind('chunk.id', kind)}`,
  )
  const findDocument = database.prepare<DocumentRow>(`${documentSql} WHERE document.id = ?`)
  const prover = createRowProver(database)

  function readDocument(id: number): DocumentRow | undefined {
    const row = findDocument.get(id)
    return row && prover.isDocumentSound(row) ? row : undefined
  }

  function readOne(id: string, documentOf: typeof readDocument): Item | DamagedItem | undefined {
    let chunk: ChunkRow | undefined
    try {
      chunk = findChunk.get(id)
      if (!chunk) return undefined
      const document = prover.isChunkSound(chunk) ? documentOf(chunk.documentId) : undefined
      if (!document || document.root === null) return toDamagedItem(id, chunk)
      return itemOf(chunk, { ...document, root: document.root })
    } catch (error) {
      if (!isDamage(error)) throw error
      return toDamagedItem(id, chunk)
    }
  }

  return (ids: readonly string[]): FoundItems => {
    const known = new Map<number, DocumentRow | undefined>()
    const documentOf = (id: number) => {
      if (!known.has(id)) known.set(id, readDocument(id))
      return known.get(id)
    }
    const found = ids.flatMap((id) => readOne(id, documentOf) ?? [])
    return {
      items: found.filter((item) => 'kind' in item),
      damaged: found.filter((item) => 'document' in item),
    }
  }
}

function toDamagedItem(id: string, { root = null, path = null }: Partial<ChunkRow> = {}): DamagedItem {
  return { id, document: root === null || path === null ? null : { root, path } }
}
