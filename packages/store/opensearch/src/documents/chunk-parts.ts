import { foldLine, type EmbeddingInput, type Item, type NewChunk, type NewDocument } from '@recallite/store'
import type { Operation } from '../connection/session.js'
import { indexed, textKey, wordFields } from '../keyword/index-words.js'
import { checksumOf, chunkIds, entryId, filteredFields, type Version } from './entries.js'

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

/** The fields of a `StoredChunk`. */
export const chunkSource = ['doc', 'version', 'id', 'json', 'termList', 'checksum']

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

/** Whether a chunk matches its checksum. */
export const isIntact = ({ json, termList, checksum }: StoredChunk): boolean =>
  checksumOf(json, termList) === checksum

/** The text of an input of a chunk. */
export const textOf = (text: string, { prefix, from, to }: EmbeddingInput): string =>
  prefix + text.slice(from, to)

/** The keys of the texts of a chunk. */
export const keysOf = ({ text, inputs }: NewChunk): string[] =>
  inputs.map((input) => textKey(textOf(text, input)))

interface Additions {
  readonly version: Version
  /** The spaces that have a vector of a text. */
  readonly spacesOf: (key: string) => readonly string[]
}

/** The operations that add the chunks of a version with their texts. */
export function chunkOperations(
  { document, chunks }: NewDocument,
  { version, spacesOf }: Additions,
): Operation[] {
  const doc = entryId(document)
  const ids = chunkIds(doc, version)
  const shared = { ...filteredFields(document), version: version.version }
  const { date = '', isSecret = false } = document
  return chunks.flatMap((chunk, at): Operation[] => {
    const id = ids[at] ?? ''
    const keys = keysOf(chunk)
    const texts = keys.map((key, input): Operation => {
      const stored: StoredText = { key, doc, chunk: id, input, spaces: spacesOf(key) }
      const order = [doc, padded(at), padded(input), version.version].join(' ')
      const fields = { ...stored, day: indexed(date), order, isFirst: input === 0, isSecret }
      return { kind: 'index', part: 'texts', id: `${id}-${input}`, routing: doc, document: fields }
    })
    const fields = { ...shared, ...chunkFields(chunk, keys), ...contentFields(document, chunk) }
    return [{ kind: 'index', part: 'chunks', id, routing: doc, document: fields }, ...texts]
  })
}

const padded = (position: number): string => String(position).padStart(6, '0')

/** Doc values are sorted, so that `texts` begin with the position. */
function chunkFields({ words, inputs, heading, sections = heading }: NewChunk, textKeys: readonly string[]) {
  const texts = inputs.map(({ from, to }, at) => [padded(at), textKeys[at], from, to].join(' '))
  return { ...wordFields(words), sections: sections.map(foldLine).map(indexed), textKeys, texts }
}

function contentFields(document: NewDocument['document'], chunk: NewChunk) {
  const { root, path, title, date: time = null, isSecret = false, metadata } = document
  const { id, text, heading, startLine, endLine, startColumn, endColumn } = chunk
  const locator = { root, path, startLine, endLine, startColumn, endColumn }
  const attributes = { title, heading, isSecret, metadata }
  const item: Item = { id, kind: 'chunk', text, locator, attributes, time }
  const json = JSON.stringify({ item, inputs: chunk.inputs } satisfies ChunkContent)
  const termList = Buffer.from(chunk.termList).toString('base64')
  return { id, json, termList, checksum: checksumOf(json, termList) }
}

/** An input of a chunk, and the key of its text. */
export interface EmbeddedText {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Parses the doc values of the texts of a chunk. */
export const readTexts = (texts: readonly string[]): EmbeddedText[] =>
  texts.map((text) => {
    const [, key = '', from, to] = text.split(' ')
    return { key, from: Number(from), to: Number(to) }
  })
