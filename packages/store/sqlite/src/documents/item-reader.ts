import type { DamagedItem, FoundItems, Item } from '@recallite/store'
import { type DocumentKind, isOfKind } from './document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { isDamage } from '../connection/sqlite-errors.js'
import { chunkSql, createRowProver, documentSql, type ChunkRow, type DocumentRow } from './checksum.js'

/** Reads chunks of a kind by their public ids as items. A chunk is damaged if its row or its document's row is. */
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
      return (document && toItem(chunk, document)) ?? toDamagedItem(id, chunk)
    } catch (error) {
      if (!isDamage(error)) throw error
      return toDamagedItem(id, chunk)
    }
  }

  return (ids: readonly string[]): FoundItems => {
    const documents = new Map<number, DocumentRow | undefined>()
    const documentOf = (id: number) => {
      if (!documents.has(id)) documents.set(id, readDocument(id))
      return documents.get(id)
    }
    const results = ids.flatMap((id) => readOne(id, documentOf) ?? [])
    return {
      items: results.filter((item) => 'kind' in item),
      damaged: results.filter((item) => 'document' in item),
    }
  }
}

function toDamagedItem(id: string, { root = null, path = null }: Partial<ChunkRow> = {}): DamagedItem {
  return { id, document: root === null || path === null ? null : { root, path } }
}

/** Undefined if the root is missing. */
function toItem(chunk: ChunkRow, { root, path, title, date, isSecret }: DocumentRow): Item | undefined {
  if (root === null) return undefined
  const { id, text, startLine, endLine, startColumn, endColumn } = chunk
  const locator = { root, path, startLine, endLine, startColumn, endColumn }
  return {
    id,
    kind: 'chunk',
    text,
    locator,
    attributes: { title, heading: JSON.parse(chunk.heading), isSecret: isSecret === 1 },
    time: date,
  }
}
