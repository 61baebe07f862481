import type { Field, SoundChunks, StoredChunk } from '@recallite/store'
import {
  chunkChecksum,
  type ChunkContent,
  documentChecksum,
  type DocumentContent,
  type InputContent,
} from './checksum.js'
import type { SqlDatabase } from './sql-database.js'
import {
  chunkSql,
  documentSql,
  fieldsSql,
  inputsSql,
  isDamaged,
  type Sealed,
} from './verify/check-content.js'
import { isDamage } from './verify/finding.js'

type ChunkRow = Omit<StoredChunk, 'heading'> & { readonly heading: string }

/** Chunks by id. */
export function createChunkReader(database: SqlDatabase) {
  const read = database.prepare<ChunkRow>(readSql)
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
    read(ids: readonly string[]): SoundChunks {
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

function prepareContents(database: SqlDatabase) {
  return {
    chunk: database.prepare<Sealed & ChunkContent & { row: number }>(`${chunkSql} WHERE chunk.public_id = ?`),
    inputs: database.prepare<InputContent>(inputsSql),
    document: database.prepare<Sealed & DocumentContent>(`${documentSql} WHERE document.id = ?`),
    fields: database.prepare<Field>(fieldsSql),
  }
}
