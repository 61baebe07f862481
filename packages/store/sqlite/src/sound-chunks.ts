import type { Field, FoundChunks, StoredChunk } from '@recallite/store'
import { createChunkReader } from './chunk-reader.js'
import {
  chunkChecksum,
  documentChecksum,
  type ChunkContent,
  type DocumentContent,
  type InputContent,
} from './content-checksum.js'
import type { SqlDatabase } from './sql-database.js'
import {
  chunkSql,
  documentSql,
  fieldsSql,
  inputsSql,
  isDamaged,
  type Sealed,
} from './verify/check-documents.js'
import { isDamage } from './verify/finding.js'

function prepareContents(database: SqlDatabase) {
  return {
    chunk: database.prepare<Sealed & ChunkContent & { row: number }>(`${chunkSql} WHERE chunk.public_id = ?`),
    inputs: database.prepare<InputContent>(inputsSql),
    document: database.prepare<Sealed & DocumentContent>(`${documentSql} WHERE document.id = ?`),
    fields: database.prepare<Field>(fieldsSql),
  }
}

/** Chunks by id, with a look at their checksums. */
export function createSoundChunkReader(database: SqlDatabase) {
  const sql = prepareContents(database)
  const chunks = createChunkReader(database)

  function isDocumentSound(id: number): boolean {
    const row = sql.document.get(id)
    return row !== undefined && !isDamaged(row, () => documentChecksum(row, sql.fields.all(id)))
  }

  /** One chunk, `damaged`, or undefined where it is not there. */
  function readOne(id: string, isSound: (document: number) => boolean): StoredChunk | 'damaged' | undefined {
    try {
      const row = sql.chunk.get(id)
      if (!row) return undefined
      const isOwnDamaged = isDamaged(row, () => chunkChecksum(row, sql.inputs.all(row.row)))
      if (isOwnDamaged || !isSound(row.documentId)) return 'damaged'
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
