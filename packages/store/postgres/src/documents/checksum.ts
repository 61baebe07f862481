import { crc32 } from 'node:zlib'
import type { NewChunk, Span, StoredDocument } from '@recallite/store'

type Part = string | number | boolean | null | undefined

/** CRC-32 of the values of a row, texts in UTF-8. */
export function checksumOf(parts: readonly Part[]): number {
  return crc32(parts.map((part) => String(part ?? '')).join('\0'))
}

/** CRC-32 of bytes, one array after the other. */
export function checksumOfBytes(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, bytes) => crc32(bytes, sum), 0)
}

/** A document's row, as far as its checksum goes: all but what every sync compares with the source anyway. */
export interface DocumentContent extends Pick<StoredDocument, 'path' | 'title' | 'contentHash'> {
  readonly metadata: string
  readonly date: string | null
  readonly isSecret: boolean
}

/** The checksum of a document. */
export function documentChecksum(content: DocumentContent): number {
  const { path, title, metadata, date, isSecret, contentHash } = content
  return checksumOf([path, title, metadata, date, isSecret, contentHash])
}

/** A chunk's row, as far as its checksum goes. */
export interface ChunkContent extends Span, Pick<NewChunk, 'id' | 'text' | 'tokens'> {
  readonly position: number
  readonly heading: string
  readonly sections: string | null
}

/** The checksum of a chunk with its term list. */
export function chunkChecksum(content: ChunkContent, termList: Uint8Array): number {
  const { id, position, startLine, endLine, startColumn, endColumn } = content
  const { heading, sections, text, tokens } = content
  const place = [id, position, startLine, endLine, startColumn, endColumn]
  return checksumOf([...place, heading, sections, text, tokens, checksumOfBytes(termList)])
}
