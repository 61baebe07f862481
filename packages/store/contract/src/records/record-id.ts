import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * A new id: a UUID of version 7 (RFC 9562), unique across processes and computers. Ids sort by the time at which they were
 * made; those of one process in the order in which they were made.
 */
export const newRecordId = (): string => v7()

/**
 * The id of something that is known elsewhere under a key of its own: always the same one for the same time and key, so
 * that importing it twice gives one record.
 * @param time when it was made there, in milliseconds since the epoch, not before 1970; the id sorts by it
 */
export function derivedRecordId(time: number, key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return v7({ msecs: Math.max(0, time), random: bytes.subarray(0, 16), seq: bytes.readInt32BE(16) })
}

/**
 * A content as exact duplicates are compared: compatibility characters and composed accents made equal (Unicode
 * normalisation form NFKC, https://unicode.org/reports/tr15/), every stretch of white space one space, none around it.
 * Letters keep their case: `IT` and `it` are two words.
 */
export function normalizeContent(content: string): string {
  return content.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
}

/** The hash of a content: equal for exact duplicates, 32 hexadecimal digits of SHA-256. */
export function contentHashOf(content: string): string {
  return createHash('sha256').update(normalizeContent(content)).digest('hex').slice(0, hashDigits)
}

/** 128 bits: two different contents among a million million million have one hash with a probability below 0.002. */
const hashDigits = 32
