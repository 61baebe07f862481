import {
  foldLine,
  type EmbeddingInput,
  type Item,
  type NewChunk,
  type NewDocument,
  type StoredDocument,
} from '@recallite/store'
import type { Operation, Session } from '../connection/session.js'
import { indexed, textKey, wordFields } from '../keyword/index-words.js'
import { checksumOf } from './checksum.js'
import { chunkId, entryId, filteredFields, textId, type Version } from './entries.js'

/** A chunk as it is stored. */
export interface StoredChunk {
  readonly doc: string
  readonly version: string
  readonly id: string
  readonly texts: readonly EmbeddedText[]
  /** `ChunkContent`. */
  readonly json: string
  /** Of `json` and the term list. */
  readonly checksum: number
}

/** An input of a chunk, and the key of its text. */
export interface EmbeddedText {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** A chunk without its words. */
export interface ChunkContent {
  readonly item: Item
  readonly inputs: readonly EmbeddingInput[]
}

/** A text to embed as it is stored: an input of a chunk. */
export interface StoredText {
  readonly doc: string
  readonly version: string
  readonly chunk: string
  readonly input: number
  readonly key: string
  /** The spaces that have a vector of the text. */
  readonly spaces: readonly string[]
}

/** The text of an input of a chunk. */
export const textOf = (text: string, { prefix, from, to }: EmbeddingInput): string =>
  prefix + text.slice(from, to)

/** The keys of the texts of documents. */
export const keysOf = (put: readonly NewDocument[]): string[] => [
  ...new Set(
    put.flatMap(({ chunks }) =>
      chunks.flatMap(({ text, inputs }) => inputs.map((one) => textKey(textOf(text, one)))),
    ),
  ),
]

/** The operations that add the chunks of a version with their texts. */
export function chunkOperations(
  session: Session,
  { document, chunks }: NewDocument,
  { version, spacesOf }: { readonly version: Version; readonly spacesOf: (key: string) => readonly string[] },
): Operation[] {
  const routing = entryId(document)
  const shared = { ...filteredFields(document), version: version.version }
  return chunks.flatMap((chunk, at) => {
    const id = chunkId(routing, version.version, at)
    const texts = chunk.inputs.map((input): EmbeddedText => {
      return { key: textKey(textOf(chunk.text, input)), from: input.from, to: input.to }
    })
    const textKeys = texts.map(({ key }) => key)
    const added = textKeys.map((key, input) => {
      const text = { ...textFields(document, { chunk: id, input, key, version, at }), spaces: spacesOf(key) }
      return create(session.index('texts'), textId(id, input), { routing, document: text })
    })
    const stored = { ...shared, ...chunkFields(document, chunk), texts, textKeys }
    return [create(session.index('chunks'), id, { routing, document: stored }), ...added]
  })
}

const create = (index: string, id: string, rest: Pick<Operation, 'routing' | 'document'>): Operation => ({
  kind: 'index',
  index,
  id,
  ...rest,
})

function chunkFields(document: StoredDocument, chunk: NewChunk) {
  const { words, termList, sections = chunk.heading } = chunk
  const content: ChunkContent = { item: itemOf(document, chunk), inputs: chunk.inputs }
  const json = JSON.stringify(content)
  return {
    id: chunk.id,
    sections: sections.map(foldLine).map(indexed),
    ...wordFields(words),
    termList: Buffer.from(termList).toString('base64'),
    json,
    checksum: checksumOf(json, termList),
  }
}

function itemOf(document: StoredDocument, chunk: NewChunk): Item {
  const { root, path, title, date = null, isSecret = false, metadata } = document
  const { id, text, heading, startLine, endLine, startColumn, endColumn } = chunk
  const locator = { root, path, startLine, endLine, startColumn, endColumn }
  return { id, kind: 'chunk', text, locator, attributes: { title, heading, isSecret, metadata }, time: date }
}

interface TextPlace {
  readonly chunk: string
  readonly input: number
  readonly key: string
  readonly version: Version
  readonly at: number
}

/** `order` sorts the texts of a day by document and position. */
function textFields(document: StoredDocument, { chunk, input, key, version, at }: TextPlace) {
  const doc = entryId(document)
  return {
    doc,
    version: version.version,
    chunk,
    input,
    key,
    day: document.date === undefined ? '' : indexed(document.date),
    order: [doc, ...[at, input].map((number) => String(number).padStart(6, '0'))].join(' '),
    isFirst: input === 0,
    isSecret: document.isSecret ?? false,
  }
}
