import { foldLine, type EmbeddingInput, type Item, type NewChunk, type NewDocument } from '@recallite/store'
import type { Operation } from '../connection/session.js'
import { indexed, textKey, wordFields } from '../keyword/index-words.js'
import { checksumOf } from './checksum.js'
import { chunkIds, entryId, filteredFields, type Version } from './entries.js'

/** A chunk as it is stored. */
export interface StoredChunk {
  readonly doc: string
  readonly version: string
  readonly id: string
  /** `ChunkContent`. */
  readonly json: string
  /** As base64. */
  readonly termList: string
  /** Of `json` and `termList`. */
  readonly checksum: number
}

/** A chunk without its words. */
export interface ChunkContent {
  readonly item: Item
  readonly inputs: readonly EmbeddingInput[]
}

/** A text to embed as it is stored: an input of a chunk. */
export interface StoredText {
  readonly key: string
  readonly doc: string
  readonly chunk: string
  readonly input: number
  /** The spaces that have a vector of the text. */
  readonly spaces: readonly string[]
}

/** The text of an input of a chunk. */
export const textOf = (text: string, { prefix, from, to }: EmbeddingInput): string =>
  prefix + text.slice(from, to)

const keyOf =
  ({ text }: NewChunk) =>
  (input: EmbeddingInput) =>
    textKey(textOf(text, input))

/** The keys of the texts of documents. */
export const keysOf = (put: readonly NewDocument[]): string[] =>
  put.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.inputs.map(keyOf(chunk))))

interface Added {
  readonly version: Version
  /** The spaces that have a vector of a text. */
  readonly spacesOf: (key: string) => readonly string[]
}

/** The operations that add the chunks of a version with their texts. */
export function chunkOperations(
  { document, chunks }: NewDocument,
  { version, spacesOf }: Added,
): Operation[] {
  const routing = entryId(document)
  const ids = chunkIds(routing, version)
  const shared = { ...filteredFields(document), version: version.version }
  const { date = '', isSecret = false } = document
  return chunks.flatMap((chunk, at) => {
    const id = ids[at] ?? ''
    const keys = chunk.inputs.map(keyOf(chunk))
    const texts = keys.map((key, input): Operation => {
      const place = [
        routing,
        ...[at, input].map((number) => String(number).padStart(6, '0')),
        version.version,
      ]
      const stored: StoredText = { key, doc: routing, chunk: id, input, spaces: spacesOf(key) }
      const fields = { day: indexed(date), order: place.join(' '), isFirst: input === 0, isSecret }
      return {
        kind: 'index',
        part: 'texts',
        id: `${id}-${input}`,
        routing,
        document: { ...stored, ...fields },
      }
    })
    const fields = { ...shared, ...chunkFields(itemOf(document, chunk), chunk), ...textFields(chunk, keys) }
    return [{ kind: 'index', part: 'chunks', id, routing, document: fields }, ...texts]
  })
}

function chunkFields(item: Item, { id, heading, sections = heading, inputs, words, termList }: NewChunk) {
  const content: ChunkContent = { item, inputs }
  const [json, list] = [JSON.stringify(content), Buffer.from(termList).toString('base64')]
  const stored = { id, json, termList: list, checksum: checksumOf(json, list) }
  return { ...stored, ...wordFields(words), sections: sections.map(foldLine).map(indexed) }
}

function itemOf(document: NewDocument['document'], chunk: NewChunk): Item {
  const { root, path, title, date: time = null, isSecret = false, metadata } = document
  const { id, text, heading, startLine, endLine, startColumn, endColumn } = chunk
  const locator = { root, path, startLine, endLine, startColumn, endColumn }
  return { id, kind: 'chunk', text, locator, attributes: { title, heading, isSecret, metadata }, time }
}

/** An input of a chunk, and the key of its text. */
export interface EmbeddedText {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Doc values are sorted, so that they begin with the position. */
function textFields({ inputs }: NewChunk, textKeys: readonly string[]) {
  const texts = inputs.map(({ from, to }, at) =>
    [String(at).padStart(6, '0'), textKeys[at], from, to].join(' '),
  )
  return { textKeys, texts }
}

/** Parses the doc values of the texts of a chunk. */
export const readTexts = (texts: readonly string[]): EmbeddedText[] =>
  texts.map((text) => {
    const [, key = '', from, to] = text.split(' ')
    return { key, from: Number(from), to: Number(to) }
  })
