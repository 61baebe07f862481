import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { foldForms } from '../text-facts.js'

/** A UUID of version 7 (RFC 9562). Ids sort by time of creation; those of one process exactly in order of creation. */
export const newRecordId = (): string => v7()

/**
 * A deterministic id for something with a key in another system, so that importing it twice creates one record.
 * @param time its time of creation there, in milliseconds since the epoch, by which the id sorts
 */
export function derivedRecordId(time: number, key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return v7({ msecs: Math.max(0, time), random: bytes.subarray(0, 16), seq: bytes.readInt32BE(16) })
}

/** Normalises a content for the comparison of exact duplicates: `foldForms`, with single spaces. */
export function normalizeContent(content: string): string {
  return foldForms(content).replaceAll(/\s+/gu, ' ').trim()
}

/** The first 128 bits of the SHA-256 of a normalised content, in hexadecimal digits. */
export function contentHashOf(content: string): string {
  return createHash('sha256').update(normalizeContent(content)).digest('hex').slice(0, 32)
}
