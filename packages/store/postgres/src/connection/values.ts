import { createHash } from 'node:crypto'

/** What a statement can bind; an array of JavaScript is an array of PostgreSQL. */
export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly (string | number | Buffer | null)[]

/** Binds a value to the statement that is being written, and gives its name there. */
export type Bind = (value: SqlValue) => string

/** Collects the values of a statement. */
export function createBinder(): { readonly bind: Bind; readonly values: SqlValue[] } {
  const values: SqlValue[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** Names a text, as in an index, whose entries cannot be long, or where it is embedded: the first 16 bytes of its SHA-256. */
export function textKey(text: string): Buffer {
  return createHash('sha256').update(text.toWellFormed()).digest().subarray(0, 16)
}

/** Texts for an array of the statement. */
export const encodeTexts = (texts: readonly string[]): string[] => texts.map(encodeText)

/** Bytes as a text that PostgreSQL reads as `bytea`. */
export const hexBytes = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

/** Whole numbers as an array of the statement: shorter to write than what the client makes of an array. */
export const numberList = (numbers: readonly number[]): string => `{${numbers.join()}}`

/** Keys of 8 bytes as an array of `bigint`. */
export const keyList = (keys: readonly Buffer[]): string =>
  `{${keys.map((key) => key.readBigInt64BE()).join()}}`

const float4Oid = 700
const headerBytes = 20

/**
 * Numbers as `real[]`, in the binary form of PostgreSQL, which loses no bit: one dimension, no nulls, the type, how many there are, that
 * the first is number 1, and each number behind its length.
 */
export function realArray(numbers: Float32Array): Buffer {
  const array = Buffer.alloc(headerBytes + 8 * numbers.length)
  for (const [index, value] of [1, 0, float4Oid, numbers.length, 1].entries())
    array.writeInt32BE(value, 4 * index)
  for (const [index, number] of numbers.entries()) {
    array.writeInt32BE(4, headerBytes + 8 * index)
    array.writeFloatBE(number, headerBytes + 8 * index + 4)
  }
  return array
}

/** The numbers of a `real[]` that `array_send` gave. */
export function readRealArray(array: Buffer): Float32Array {
  const count = Math.max(0, (array.length - headerBytes) / 8)
  return Float32Array.from({ length: count }, (_, index) => array.readFloatBE(headerBytes + 8 * index + 4))
}

/**
 * Encodes a text for PostgreSQL, which cannot store NUL: NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002. Encoded
 * texts sort as the texts do by code points; a prefix of a text encodes to a prefix. A lone surrogate becomes U+FFFD.
 */
export function encodeText(text: string): string {
  const whole = text.toWellFormed()
  if (!whole.includes('\0') && !whole.includes(first)) return whole
  return whole.replaceAll(first, `${first}\u0002`).replaceAll('\0', first + first)
}

/** The text that was kept. */
export function decodeText(kept: string): string {
  if (!kept.includes(first)) return kept
  return kept.replaceAll(first + first, '\0').replaceAll(`${first}\u0002`, first)
}

const first = '\u0001'
