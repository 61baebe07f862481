import { crc32 } from 'node:zlib'

/** CRC-32 of texts and bytes, each separated from the next. */
export function checksumOf(...parts: readonly (string | Uint8Array)[]): number {
  return parts.reduce((sum, part) => crc32('\0', crc32(part, sum)), 0)
}
