import { crc32 } from 'node:zlib'
import type { Field } from '@recallite/store'

type Part = string | number | bigint | null | undefined

/**
 * CRC-32 of what a row holds: it finds every change of up to 32 bits in a row, and of more bits all but one in four
 * thousand million. Texts count as SQLite keeps them.
 */
export function checksumOf(parts: readonly Part[]): number {
  return crc32(parts.map((part) => ((part ?? null) === null ? '' : String(part))).join('\0'))
}

/** The same of bytes, one after the other. */
export function checksumOfBytes(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, bytes) => crc32(bytes, sum), 0)
}

/** A sum that does not depend on the order of what it is of. */
export function sumOf(checksums: Iterable<number>): number {
  let sum = 0
  for (const checksum of checksums) sum = (sum + checksum) >>> 0
  return sum
}

/** What is kept of a document that is not compared with its source at every sync anyway. */
export interface DocumentContent {
  readonly path: string
  readonly title: string
  /** As JSON. */
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: number
  readonly contentHash: string
}

/** Of a document and its fields, in whatever order they come. */
export function documentChecksum(content: DocumentContent, fields: readonly Field[]): number {
  const { path, title, metadata, date, language, isSecret, contentHash } = content
  const ofFields = sumOf(fields.map(fieldChecksum))
  return checksumOf([path, title, metadata, date, language, isSecret, contentHash, fields.length, ofFields])
}

/** One of a document's fields. */
const fieldChecksum = ({ key, text, number, first, last }: Field): number =>
  checksumOf([key, text, number, first, last])

/** A text to embed, as it is kept. */
export interface InputContent {
  readonly hash: Uint8Array
  readonly prefix: string
  readonly from: number
  readonly to: number
}

/** What is kept of a chunk beside the index. */
export interface ChunkContent {
  readonly documentId: number
  readonly id: string
  readonly position: number
  readonly startLine: number
  readonly endLine: number
  readonly startColumn: number | null
  readonly endColumn: number | null
  /** As JSON. */
  readonly heading: string
  readonly text: string
  readonly tokens: number
  /** Null where there are none. */
  readonly sections: string | null
  readonly length: number
  readonly words: Uint8Array
}

/** Of a chunk with the texts to embed for it, in their order. */
export function chunkChecksum(content: ChunkContent, inputs: readonly InputContent[]): number {
  const { documentId, id, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, text, tokens, sections, length, words } = content
  const place = [documentId, id, position, startLine, endLine, startColumn, endColumn]
  const sums = [checksumOfBytes(words, ...inputs.map(({ hash }) => hash)), inputs.length]
  const parts = inputs.flatMap(({ prefix, from, to }) => [prefix, from, to])
  return checksumOf([...place, heading, text, tokens, sections, length, ...sums, ...parts])
}
