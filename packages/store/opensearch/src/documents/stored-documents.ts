import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { fieldsOf, foldLine, type DocumentAddress, type EmbeddingInput, type Item } from '@recallite/store'
import type { NewChunk, NewDocument, StoredDocument } from '@recallite/store'
import { read, search, type Operation, type Session } from '../connection/session.js'
import { indexed, isOneOf, textKey, wordFields } from '../keyword/word-index.js'

/** A version of the chunks of a document, with the number of inputs of each chunk. The ids of its parts follow from it. */
export type Version = { readonly version: string; readonly inputs: readonly number[] }

/** The entry of a document, which names the valid version of its chunks. */
export interface Entry {
  /** The document without `stamp` and `readAt`. */
  readonly json: string
  readonly checksum: number
  /** Empty while the document is being written, and if that was interrupted: the next sync writes it again. */
  readonly stamp: string
  readonly readAt: number
  /** Null: not written yet. */
  readonly current: Version | null
  /** Versions that a write adds or removes. */
  readonly others: readonly Version[]
  readonly isUnfinished: boolean
  readonly chunkCount: number
}

/** A chunk as it is stored: `ChunkContent` as JSON, the term list as base64, and the checksum of both. */
export type StoredChunk = Readonly<Record<ChunkText, string>> & { readonly checksum: number }
type ChunkText = 'doc' | 'version' | 'id' | 'json' | 'termList'
export const chunkSource = ['doc', 'version', 'id', 'json', 'termList', 'checksum']

/** A chunk without its words. */
export type ChunkContent = { readonly item: Item; readonly inputs: readonly EmbeddingInput[] }

/** A text to embed as it is stored: an input of a chunk, and the spaces that have a vector of it. */
export interface StoredText extends Readonly<Record<'key' | 'doc' | 'chunk', string>> {
  readonly input: number
  readonly spaces: readonly string[]
}

/** CRC-32 of texts and bytes, each separated from the next. */
export const checksumOf = (...contents: readonly (string | Uint8Array)[]): number =>
  contents.reduce((sum: number, content) => crc32('\0', crc32(content, sum)), 0)

export const isIntactEntry = ({ json, checksum }: Entry): boolean => checksumOf(json) === checksum
export const isIntactChunk = (chunk: StoredChunk) => checksumOf(chunk.json, chunk.termList) === chunk.checksum

/** The id of the entry of a document, and the routing of all its parts. */
export const entryId = ({ root, path }: DocumentAddress): string => textKey(root, path)

/** Reads the entries that exist, as they are now. */
export function readEntries(session: Session, ids: Iterable<string>) {
  const entries = Array.from(ids, (_id) => ({ _id }))
  return read<Entry>(session, 'documents', entries)
}

/** The parts of an entry that follow from the document. */
export function entryOf(document: StoredDocument) {
  const { stamp, readAt, isSecret, ...rest } = document
  const json = JSON.stringify(isSecret ? { ...rest, isSecret } : rest)
  const version = { stamp: stamp.toWellFormed(), readAt }
  return { ...filteredFields(document), ...version, json, checksum: checksumOf(json) }
}

export const documentOf = (entry: Pick<Entry, 'json' | 'stamp' | 'readAt'>): StoredDocument => {
  return { ...JSON.parse(entry.json), stamp: entry.stamp, readAt: entry.readAt }
}

/** The fields of a document that filters test, which its chunks have too. */
function filteredFields(document: StoredDocument) {
  const { root, path, date, language, metadata } = document
  const fields = fieldsOf(metadata).map(({ key, text, ...values }) => {
    return { ...values, key: indexed(key), text: indexed(text) }
  })
  const address = { doc: entryId(document), root: indexed(root), path: indexed(path) }
  return { ...address, date, ...(language !== undefined && { language: indexed(language) }), fields }
}

export const versionOf = (chunks: readonly NewChunk[]): Version => {
  return { version: randomBytes(8).toString('hex'), inputs: chunks.map(({ inputs }) => inputs.length) }
}

type Versioned = Pick<StoredChunk, 'doc' | 'version'>

/** If a document has parts of several versions, as during a write and after an interrupted one, only the valid version remains. */
async function ofOneVersion<Part extends Versioned>(session: Session, parts: readonly Part[]) {
  const versions = new Map(parts.map(({ doc, version }) => [doc, version]))
  const isValid = ({ doc, version }: Versioned) => versions.get(doc) === version
  const mixed = new Set(parts.filter((part) => !isValid(part)).map(({ doc }) => doc))
  if (mixed.size === 0) return parts
  for (const doc of mixed) versions.delete(doc)
  for (const { _id, _source } of await readEntries(session, mixed))
    if (_source.current) versions.set(_id, _source.current.version)
  return parts.filter(isValid)
}

/** Reads the chunks with these ids that exist, of one version of each document. */
export async function readChunks(session: Session, ids: readonly string[]): Promise<readonly StoredChunk[]> {
  const chunks: StoredChunk[] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const query = isOneOf('id', ids.slice(from, from + 1000))
    const body = { query, size: 2000, _source: chunkSource }
    for (const { _source } of await search<StoredChunk>(session, 'chunks', body)) chunks.push(_source)
  }
  return ofOneVersion(session, chunks)
}

/** The chunks that match, of one version of each document, with the doc values of one more field. */
export async function findChunks(session: Session, field: string, body: object) {
  type Values = Readonly<Record<string, readonly string[] | undefined>>
  const options = { _source: false, docvalue_fields: ['id', 'doc', 'version', field], ...body }
  const chunks = (await search<unknown, Values>(session, 'chunks', options)).map(({ fields }) => {
    const [id = '', doc = '', version = ''] = [fields.id, fields.doc, fields.version].flat()
    return { id, doc, version, values: fields[field] ?? [] }
  })
  return ofOneVersion(session, chunks)
}

export const textOf = (text: string, { prefix, from, to }: EmbeddingInput) => prefix + text.slice(from, to)
export const keysOf = ({ text, inputs }: NewChunk) => inputs.map((input) => textKey(textOf(text, input)))

/** The operations that add the chunks of a version with their texts; `spaces` have a vector of a text. */
export function chunkOperations(
  { document, chunks }: NewDocument,
  version: Version,
  spaces: ReadonlyMap<string, readonly string[]>,
): Operation[] {
  const doc = entryId(document)
  const shared = { ...filteredFields(document), version: version.version }
  const { date = '', isSecret = false } = document
  return chunks.flatMap((chunk, at): Operation[] => {
    const id = chunkId(doc, version, at)
    const keys = keysOf(chunk)
    const texts = keys.map((key, input): Operation => {
      const stored: StoredText = { key, doc, chunk: id, input, spaces: spaces.get(key) ?? [] }
      const order = [doc, padded(at), padded(input), version.version].join(' ')
      const fields = { ...stored, day: indexed(date), order, isFirst: input === 0, isSecret }
      return { kind: 'index', part: 'texts', id: `${id}-${input}`, routing: doc, document: fields }
    })
    const fields = { ...shared, ...wordFields(chunk.words), ...chunkFields(document, chunk, keys) }
    return [{ kind: 'index', part: 'chunks', id, routing: doc, document: fields }, ...texts]
  })
}

/** The operations that remove the chunks of a version with their texts. */
export const removals = (doc: string, version: Version): Operation[] =>
  version.inputs.flatMap((inputs, at): Operation[] => {
    const [kind, id] = ['delete', chunkId(doc, version, at)] as const
    const ids = Array.from({ length: inputs }, (_, input) => `${id}-${input}`)
    const texts = ids.map((text) => ({ kind, part: 'texts', id: text, routing: doc }) as const)
    return [{ kind, part: 'chunks', id, routing: doc }, ...texts]
  })

const chunkId = (doc: string, { version }: Version, at: number): string => `${doc}-${version}-${at}`
const padded = (position: number): string => String(position).padStart(6, '0')

function chunkFields(document: StoredDocument, chunk: NewChunk, textKeys: readonly string[]) {
  const { root, path, title, date: time = null, isSecret = false, metadata } = document
  const { id, text, heading, sections = heading, inputs, startLine, endLine, startColumn, endColumn } = chunk
  const locator = { root, path, startLine, endLine, startColumn, endColumn }
  const attributes = { title, heading, isSecret, metadata }
  const content: ChunkContent = { item: { id, kind: 'chunk', text, locator, attributes, time }, inputs }
  const [json, termList] = [JSON.stringify(content), Buffer.from(chunk.termList).toString('base64')]
  // Doc values are sorted, so that they begin with the position.
  const texts = inputs.map(({ from, to }, at) => [padded(at), textKeys[at], from, to].join(' '))
  const searched = { sections: sections.map(foldLine).map(indexed), textKeys, texts }
  return { id, json, termList, checksum: checksumOf(json, termList), ...searched }
}

/** Parses the doc values `texts` of a chunk. */
export function readText(text: string) {
  const [, key = '', from, to] = text.split(' ')
  return { key, from: Number(from), to: Number(to) }
}
