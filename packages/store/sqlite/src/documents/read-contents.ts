import type {
  Contents,
  DocumentAddress,
  EmbeddingInput,
  KeyPage,
  NewChunk,
  NewDocument,
  NewVector,
  Space,
  WrittenDocuments,
} from '@recallite/store'
import { recordNotes } from './notes.js'
import type { createSpaces } from '../vectors/spaces.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { decodeNumbers, vectorChecksums, type StoredVector } from '../vectors/vector-row.js'
import {
  chunkSql,
  createRowProver,
  documentSql,
  type ChunkRow,
  type DocumentRow,
} from '../maintenance/verify/check-content.js'
import { createWordReader } from './read-words.js'

/** The members of `Contents` before they are promises. */
type Reads = {
  readonly [Name in keyof Contents]: (
    ...given: Parameters<Contents[Name]>
  ) => Awaited<ReturnType<Contents[Name]>>
}

/** Reads what was written of files, to be written to another store. */
export function createContents(database: SqlDatabase, spaces: ReturnType<typeof createSpaces>): Reads {
  const sql = prepareContents(database)
  return {
    readDocuments: createDocumentReader(database),

    listVectors: (space: Space, { limit, after = '' }: KeyPage): string[] =>
      sql.keys.all(spaces.idOf(space), after, limit).map(({ key }) => key),

    readVectors(space: Space, keys: readonly string[]): NewVector[] {
      const checksumOf = vectorChecksums(space)
      return sql.vectors
        .all(JSON.stringify(keys), spaces.idOf(space))
        .filter((row) => row.checksum === checksumOf(row))
        .map(({ key, value }) => ({ key, vector: decodeNumbers(value) }))
    },

    listNotes: (): string[] => sql.notes.all().map(({ name }) => name),
  }
}

interface VectorRow extends StoredVector {
  readonly key: string
  readonly checksum: number | null
}

function prepareContents(database: SqlDatabase) {
  return {
    keys: database.prepare<{ key: string }>(
      `SELECT lower(hex(text_hash)) AS key FROM vector
       WHERE space_id = ? AND text_hash > unhex(?) ORDER BY text_hash LIMIT ?`,
    ),
    vectors: database.prepare<VectorRow>(
      `SELECT wanted.value AS key, text_hash AS hash, vector.value AS value, checksum
       FROM json_each(?) AS wanted
       CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = unhex(wanted.value)`,
    ),
    notes: database.prepare<{ name: string }>(
      `SELECT name FROM note WHERE substr(name, 1, ${recordNotes.length}) <> '${recordNotes}'`,
    ),
  }
}

/** A document's row, and what no checksum covers. */
type WholeRow = DocumentRow & Pick<NewDocument['document'], 'fingerprint' | 'stamp' | 'readAt'>

const wholeSql = `${documentSql.replace('SELECT', 'SELECT fingerprint, stamp, read_at AS readAt,')}
WHERE root.holds = 'file' AND root.name = ? AND document.path = ?`

function createDocumentReader(database: SqlDatabase) {
  const find = database.prepare<WholeRow>(wholeSql)
  const chunksOf = database.prepare<ChunkRow>(
    `${chunkSql} WHERE chunk.document_id = ? ORDER BY chunk.position`,
  )
  const inputsOf = database.prepare<EmbeddingInput>(
    'SELECT prefix, text_from AS "from", text_to AS "to" FROM embedding_input WHERE chunk_id = ? ORDER BY position',
  )
  const prover = createRowProver(database)
  const readWords = createWordReader(database)

  return (addresses: readonly DocumentAddress[]): WrittenDocuments => {
    const found = addresses.flatMap(({ root, path }) => {
      const row = find.get(root, path)
      return row ? [{ address: { root, path }, row, chunks: chunksOf.all(row.documentId) }] : []
    })
    const words = readWords(found.flatMap(({ chunks }) => chunks))
    const documents: NewDocument[] = []
    const damaged: DocumentAddress[] = []
    for (const { address, row, chunks } of found) {
      const isSound = prover.isDocumentSound(row) && chunks.every(prover.isChunkSound)
      const whole = isSound ? chunks.map(toChunk) : []
      if (isSound && whole.every((chunk) => chunk !== undefined)) {
        documents.push({ document: toDocument(row, address), chunks: whole })
      } else damaged.push(address)
    }
    return { documents, damaged }

    function toChunk(chunk: ChunkRow): NewChunk | undefined {
      const written = words.get(chunk.row)
      return written && { ...fieldsOf(chunk), words: written, inputs: inputsOf.all(chunk.row) }
    }
  }
}

function toDocument(row: WholeRow, { root, path }: DocumentAddress): NewDocument['document'] {
  const { title, metadata, date, language, isSecret, contentHash, fingerprint, stamp, readAt } = row
  return {
    root,
    path,
    title,
    metadata: JSON.parse(metadata),
    contentHash,
    fingerprint,
    stamp,
    readAt,
    ...(date === null ? {} : { date }),
    ...(language === null ? {} : { language }),
    ...(isSecret === 1 ? { isSecret: true } : {}),
  }
}

function fieldsOf(row: ChunkRow): Omit<NewChunk, 'words' | 'inputs'> {
  const { id, startLine, endLine, startColumn, endColumn, heading, sections, text, tokens, words } = row
  return {
    id,
    startLine,
    endLine,
    startColumn,
    endColumn,
    heading: JSON.parse(heading),
    sections: sections === null ? [] : sections.split('\n'),
    text,
    tokens,
    termList: words,
  }
}
