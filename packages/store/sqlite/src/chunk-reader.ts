import type { FoundChunks, StoredChunk } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'
import {
  chunkSql,
  createRowProver,
  documentSql,
  type ChunkRow,
  type DocumentRow,
} from './verify/check-content.js'
import { isDamage } from './verify/finding.js'

/** Reads chunks by their public ids, in the order of the ids; ids without a chunk are left out. */
function createChunkReader(database: SqlDatabase) {
  const read = database.prepare<Omit<StoredChunk, 'heading'> & { readonly heading: string }>(readSql)
  return {
    read: (ids: readonly string[]): StoredChunk[] =>
      read.all(JSON.stringify(ids)).map((row) => ({ ...row, heading: JSON.parse(row.heading) })),
  }
}

const readSql = `
SELECT
  chunk.public_id AS id, root.name AS root, document.path AS path, document.title AS title, chunk.heading AS heading,
  chunk.start_line AS startLine, chunk.end_line AS endLine,
  chunk.start_column AS startColumn, chunk.end_column AS endColumn, chunk.text AS text
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.public_id = wanted.value
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
ORDER BY wanted.key`

/** Reads chunks by their public ids, and tells which of them are damaged, themselves or in their document's row. */
export function createSoundChunkReader(database: SqlDatabase) {
  const findChunk = database.prepare<ChunkRow>(`${chunkSql} WHERE chunk.public_id = ?`)
  const findDocument = database.prepare<DocumentRow>(`${documentSql} WHERE document.id = ?`)
  const prover = createRowProver(database)
  const chunks = createChunkReader(database)

  function isDocumentSound(id: number): boolean {
    const row = findDocument.get(id)
    return row !== undefined && prover.isDocumentSound(row)
  }

  /** Undefined for a chunk that does not exist. */
  function readOne(id: string, isSound: (document: number) => boolean): StoredChunk | 'damaged' | undefined {
    try {
      const row = findChunk.get(id)
      if (!row) return undefined
      if (!prover.isChunkSound(row) || !isSound(row.documentId)) return 'damaged'
      return chunks.read([id])[0] ?? 'damaged'
    } catch (error) {
      if (!isDamage(error)) throw error
      return 'damaged'
    }
  }

  return {
    read(ids: readonly string[]): FoundChunks {
      const known = new Map<number, boolean>()
      const isSound = (document: number) => {
        const isKnown = known.get(document) ?? isDocumentSound(document)
        known.set(document, isKnown)
        return isKnown
      }
      const found = ids.map((id) => [id, readOne(id, isSound)] as const)
      return {
        chunks: found.flatMap(([, chunk]) => (chunk === undefined || chunk === 'damaged' ? [] : [chunk])),
        damaged: found.flatMap(([id, chunk]) => (chunk === 'damaged' ? [id] : [])),
      }
    },
  }
}
