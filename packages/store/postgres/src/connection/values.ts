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

/** Object identifiers of the types whose arrays are bound in binary form. */
const float4Oid = 700
const int8Oid = 20

/** Numbers as `real[]`, in the binary form of PostgreSQL, which loses no bit. */
export function realArray(numbers: Float32Array): Buffer {
  const array = beginArray({ oid: float4Oid, count: numbers.length, bytesEach: 4 })
  for (let index = 0; index < numbers.length; index += 1) {
    const at = headerBytes + 8 * index
    array.writeInt32BE(4, at)
    array.writeFloatBE(numbers[index] ?? 0, at + 4)
  }
  return array
}

/** The numbers of a `real[]` that `array_send` gave. */
export function readRealArray(array: Buffer): Float32Array {
  const count = Math.max(0, (array.length - headerBytes) / 8)
  return Float32Array.from({ length: count }, (_, index) => array.readFloatBE(headerBytes + 8 * index + 4))
}

/** Keys of 8 bytes as `int8[]`. */
export function keyArray(keys: readonly Buffer[]): Buffer {
  const array = beginArray({ oid: int8Oid, count: keys.length, bytesEach: 8 })
  for (const [index, key] of keys.entries()) {
    array.writeInt32BE(8, headerBytes + 12 * index)
    key.copy(array, headerBytes + 12 * index + 4)
  }
  return array
}

const headerBytes = 20

/** One dimension, no nulls, the type, how many there are, and the first is number 1. */
function beginArray({ oid, count, bytesEach }: { oid: number; count: number; bytesEach: number }): Buffer {
  if (count === 0) {
    const none = Buffer.alloc(12)
    none.writeInt32BE(oid, 8)
    return none
  }
  const array = Buffer.alloc(headerBytes + count * (4 + bytesEach))
  array.writeInt32BE(1, 0)
  array.writeInt32BE(oid, 8)
  array.writeInt32BE(count, 12)
  array.writeInt32BE(1, 16)
  return array
}

/**
 * A text as it is kept: PostgreSQL keeps no NUL. NUL is kept as U+0001 U+0001, and U+0001 as U+0001 U+0002: what is kept sorts as
 * the texts do by code points, and begins with what is kept of their beginnings. Half a surrogate pair becomes U+FFFD.
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
