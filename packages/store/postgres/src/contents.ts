import type {
  ChunkWords,
  DocumentAddress,
  IndexWord,
  KeyPage,
  NewChunk,
  NewDocument,
  NewVector,
  Space,
  WrittenDocuments,
} from '@recallite/store'
import { checksumOfBytes, documentChecksum } from './checksum.js'
import type { Session } from './connections.js'
import { isSound, itemColumns, type ItemRow } from './item-reader.js'
import { spaceId } from './spaces.js'
import { decodeText } from './text-code.js'
import { encodeTexts, numberList, readRealArray, textKey } from './values.js'

/** Reads documents of files with their chunks as they were written, all of one moment; `s` is the name of the schema. */
export async function readDocuments(
  session: Session,
  s: string,
  addresses: readonly DocumentAddress[],
): Promise<WrittenDocuments> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    return await readWithin(session, s, addresses)
  } finally {
    await session.query('COMMIT')
  }
}

async function readWithin(
  session: Session,
  s: string,
  addresses: readonly DocumentAddress[],
): Promise<WrittenDocuments> {
  const { rows } = await session.query<DocumentRow>(documentsSql(s), [
    encodeTexts(addresses.map(({ root }) => root)),
    addresses.map(({ path }) => textKey(path)),
  ])
  const ids = numberList(rows.map(({ id }) => id))
  const chunks = await session.query<ChunkRow>(chunksSql(s), [ids])
  const read = await createChunkReader(session, s, ids)
  const documents: NewDocument[] = []
  const damaged: DocumentAddress[] = []
  for (const row of rows) {
    const own = chunks.rows.filter(({ documentId }) => documentId === row.id)
    const whole = own.map(read)
    const isWhole = own.length === row.chunks && whole.every((chunk) => chunk !== undefined)
    if (isWhole && documentChecksum(row) === row.checksum)
      documents.push({ document: toDocument(row), chunks: whole })
    else damaged.push({ root: decodeText(row.root), path: decodeText(row.path) })
  }
  return { documents, damaged }
}

/** Lists the keys of a space's vectors. */
export async function listVectors(
  session: Session,
  s: string,
  { space, limit, after = '' }: KeyPage & { readonly space: Space },
): Promise<string[]> {
  const { rows } = await session.query<{ key: string }>(
    `SELECT encode(text_hash, 'hex') AS key FROM ${s}.vector WHERE space_id = $1 AND text_hash > $2
     ORDER BY text_hash LIMIT $3`,
    [await spaceId(session, s, space), Buffer.from(after, 'hex'), limit],
  )
  return rows.map(({ key }) => key)
}

/** Reads the vectors of these keys that are not damaged. */
export async function readVectors(
  session: Session,
  s: string,
  { space, keys }: { readonly space: Space; readonly keys: readonly string[] },
): Promise<NewVector[]> {
  const { rows } = await session.query<{ hash: Buffer; value: Buffer; checksum: number }>(
    `SELECT text_hash AS hash, array_send(value) AS value, checksum FROM ${s}.vector
     WHERE space_id = $1 AND text_hash = ANY($2::bytea[])`,
    [await spaceId(session, s, space), keys.map((key) => Buffer.from(key, 'hex'))],
  )
  return rows
    .filter(({ hash, value, checksum }) => checksumOfBytes(hash, value) === checksum)
    .map(({ hash, value }) => ({ key: hash.toString('hex'), vector: readRealArray(value) }))
}

/** Lists the names of all notes about files. */
export async function listNotes(session: Session, s: string): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(`SELECT name FROM ${s}.note WHERE about = 'file'`)
  return rows.map(({ name }) => decodeText(name))
}

type StoredDocument = NewDocument['document']

interface DocumentRow extends Omit<StoredDocument, 'metadata' | 'date' | 'language' | 'isSecret'> {
  readonly id: number
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: boolean
  readonly chunks: number
  readonly checksum: number
}

const documentsSql = (s: string): string => `
SELECT document.id, root.name AS root, document.path, title, metadata, content_hash AS "contentHash", fingerprint, stamp,
  read_at AS "readAt", date, language.name AS language, is_secret AS "isSecret", chunks, checksum
FROM unnest($1::text[], $2::bytea[]) AS wanted (root, path_key)
JOIN ${s}.root ON root.holds = 'file' AND root.name = wanted.root
JOIN ${s}.document ON document.root_id = root.id AND document.path_key = wanted.path_key
LEFT JOIN ${s}.language ON language.id = language_id`

/** As far as it is no number, flag or JSON, a column is a kept text. */
function toDocument(row: DocumentRow): StoredDocument {
  const { readAt, date, language, isSecret } = row
  return {
    root: decodeText(row.root),
    path: decodeText(row.path),
    title: decodeText(row.title),
    metadata: JSON.parse(row.metadata),
    contentHash: decodeText(row.contentHash),
    fingerprint: decodeText(row.fingerprint),
    stamp: decodeText(row.stamp),
    readAt,
    ...(date !== null && { date: decodeText(date) }),
    ...(language !== null && { language: decodeText(language) }),
    ...(isSecret && { isSecret }),
  }
}

interface ChunkRow extends ItemRow {
  readonly text_words: Buffer
  readonly part_words: Buffer
  readonly place_words: Buffer
  readonly length: number
}

const chunksSql = (s: string): string =>
  `${itemColumns(s).replace('SELECT', 'SELECT text_words, part_words, place_words, chunk_words.length,')}
WHERE chunk.document_id = ANY($1::bigint[]) ORDER BY chunk.document_id, chunk.position`

interface InputRow {
  readonly chunk: number
  readonly prefix: string
  readonly from: number
  readonly to: number
}

/** The words of a chunk by the beginnings of their keys, and its forms. */
interface KnownWords {
  readonly words: Map<string, string>
  readonly forms: string[]
}

/** Gives the chunks of some documents; undefined for one that is damaged. */
async function createChunkReader(session: Session, s: string, documents: string) {
  const inputs = await session.query<InputRow>(
    `SELECT chunk_id AS chunk, prefix, text_from AS "from", text_to AS "to" FROM ${s}.input
     WHERE chunk_id IN (SELECT id FROM ${s}.chunk WHERE document_id = ANY($1::bigint[])) ORDER BY chunk_id, position`,
    [documents],
  )
  const inputsOf = Map.groupBy(inputs.rows, ({ chunk }) => chunk)
  const wordsOf = await readWords(session, s, documents)

  return (row: ChunkRow): NewChunk | undefined => {
    if (!isSound(row) || row.termList === null) return undefined
    const words = toWords(row, wordsOf.get(row.rowId) ?? { words: new Map(), forms: [] })
    if (words === undefined) return undefined
    const own = inputsOf.get(row.rowId) ?? []
    return {
      ...fieldsOf(row),
      termList: new Uint8Array(row.termList),
      words,
      inputs: own.map(({ prefix, from, to }) => ({ prefix: decodeText(prefix), from, to })),
    }
  }
}

function fieldsOf(row: ChunkRow): Omit<NewChunk, 'termList' | 'words' | 'inputs'> {
  const { startLine, endLine, startColumn, endColumn, heading, sections, tokens } = row
  return {
    id: decodeText(row.id),
    startLine,
    endLine,
    startColumn,
    endColumn,
    heading: JSON.parse(decodeText(heading)),
    sections: sections === null ? [] : decodeText(sections).split('\n'),
    text: decodeText(row.text),
    tokens,
  }
}

/** How many hexadecimal digits of a key stand for a word in a sequence of words (see word-key.ts). */
const digits = 12

async function readWords(session: Session, s: string, documents: string): Promise<Map<number, KnownWords>> {
  const { rows } = await session.query<{ chunk: number; key: string; text: string; isForm: number }>(
    `SELECT chunk, encode(int8send(word.key), 'hex') AS key, word.text, is_form AS "isForm"
     FROM ${s}.posting JOIN ${s}.word ON word.key = posting.word
     WHERE chunk IN (SELECT id FROM ${s}.chunk WHERE document_id = ANY($1::bigint[]))`,
    [documents],
  )
  const known = new Map<number, KnownWords>()
  for (const { chunk, key, text, isForm } of rows) {
    const own: KnownWords = known.get(chunk) ?? { words: new Map(), forms: [] }
    known.set(chunk, own)
    own.words.set(key.slice(0, digits), decodeText(text))
    if (isForm === 1) own.forms.push(decodeText(text))
  }
  return known
}

/** Which form stands beside which stem is not kept: each form stands once, the first one also where none is left. */
function toWords(row: ChunkRow, { words, forms }: KnownWords): ChunkWords | undefined {
  const stemsIn = (sequence: Buffer): (string | undefined)[] =>
    Array.from({ length: (2 * sequence.length) / digits }, (_, index) =>
      words.get(sequence.toString('hex', (index * digits) / 2, ((index + 1) * digits) / 2)),
    )
  const lists = [row.text_words, row.part_words, row.place_words].map(stemsIn)
  const [text, parts, place] = lists.map((list) => list.filter((stem) => stem !== undefined))
  const isWhole = lists.every((list) => list.every((stem) => stem !== undefined))
  if (!isWhole || !text || !parts || !place || text.length !== row.length) return undefined
  return {
    text: text.map((stem, index) => ({ stem, form: forms[index] ?? forms[0] ?? stem })),
    parts: parts.map(ownForm),
    place: place.map(ownForm),
  }
}

const ownForm = (stem: string): IndexWord => ({ form: stem, stem })
