import { crc32 } from 'node:zlib'
import type { NewChunk, Span, StoredDocument } from '@recallite/store'
import { encodeText } from '../connection/values.js'

type Part = string | number | boolean | null | undefined

/** CRC-32 of the values of a row; texts encoded, in UTF-8. */
export function checksumOf(parts: readonly Part[]): number {
  return crc32(parts.map((part) => encodeText(String(part ?? ''))).join('\0'))
}

/** CRC-32 of the concatenated bytes. */
function checksumOfBytes(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, bytes) => crc32(bytes, sum), 0)
}

/** CRC-32 of a vector and the hash of its text. */
export const vectorChecksum = (hash: Uint8Array, vector: Iterable<number>): number =>
  checksumOfBytes(hash, new Uint8Array(Float32Array.from(vector).buffer))

/** The columns of a document that its checksum covers; every sync compares the others with the source. */
export interface DocumentContent extends Pick<StoredDocument, 'path' | 'title' | 'contentHash'> {
  readonly metadata: string
  readonly date: string | null
  readonly isSecret: boolean
}

export function documentChecksum(content: DocumentContent): number {
  const { path, title, metadata, date, isSecret, contentHash } = content
  return checksumOf([path, title, metadata, date, isSecret, contentHash])
}

/** The columns of a chunk that its checksum covers. */
export interface ChunkContent extends Span, Pick<NewChunk, 'id' | 'text' | 'tokens'> {
  readonly position: number
  readonly heading: string
  readonly sections: string | null
}

export function chunkChecksum(content: ChunkContent, termList: Uint8Array): number {
  const { id, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, sections, text, tokens } = content
  const location = [id, position, startLine, endLine, startColumn, endColumn]
  return checksumOf([...location, heading, sections, text, tokens, checksumOfBytes(termList)])
}
