import { createHash } from 'node:crypto'

type SqlScalar = string | number | boolean | null | Buffer

/** A value that a statement binds; its texts are encoded when it is sent. */
export type SqlValue = SqlScalar | readonly SqlScalar[]

/** Binds a value to a statement and returns its placeholder. */
export type Bind = (value: SqlValue) => string

/** Collects the bound values of a statement. */
export function createBinder(): { readonly bind: Bind; readonly values: SqlValue[] } {
  const values: SqlValue[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** The first 16 bytes of a text's SHA-256: its key in indexes, whose entries cannot be long, and among vectors. */
export function textKey(text: string): Buffer {
  return createHash('sha256').update(text.toWellFormed()).digest().subarray(0, 16)
}

/** Converts a value to what the client sends. */
export function encodeValue(value: SqlValue): unknown {
  if (Array.isArray(value)) return value.map((each) => encodeValue(each))
  return typeof value === 'string' ? encodeText(value) : value
}

/** Rows as JSON with encoded texts. */
export const jsonOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? encodeText(value) : value))

/** Bytes as a `bytea` literal. */
export const hexBytes = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

/** Numbers as an array literal, which is shorter than the one that the client writes. */
export const numberList = (numbers: readonly number[] | Float32Array): string => `{${numbers.join()}}`

/** 8-byte keys as a `bigint[]` literal. */
export const keyList = (keys: readonly Buffer[]): string =>
  `{${keys.map((key) => key.readBigInt64BE()).join()}}`

/**
 * Encodes a text for PostgreSQL, which cannot store NUL: NUL becomes U+0001 U+0001, U+0001 becomes U+0001 U+0002, a lone surrogate
 * becomes U+FFFD. The encoding keeps the order by code points and maps prefixes to prefixes.
 */
export function encodeText(text: string): string {
  const valid = text.toWellFormed()
  if (!valid.includes('\0') && !valid.includes(escape)) return valid
  return valid.replaceAll(escape, `${escape}\u0002`).replaceAll('\0', escape + escape)
}

/** Decodes what `encodeText` returned. */
export function decodeText(encoded: string): string {
  if (!encoded.includes(escape)) return encoded
  return encoded.replaceAll(escape + escape, '\0').replaceAll(`${escape}\u0002`, escape)
}

const escape = '\u0001'
