import { crc32 } from 'node:zlib'

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
