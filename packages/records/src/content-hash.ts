import { createHash } from 'node:crypto'

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
