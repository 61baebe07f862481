import { readQuoted } from './quoted.js'

/** A value of one word or line. */
export type Scalar = string | number | boolean | null

const constants: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** Whether nothing, or nothing but a comment, follows. */
export function endsHere(text: string, from: number): boolean {
  const rest = text.slice(from)
  return rest.trim() === '' || /^\s+#/.test(rest)
}

/** The value of a word as written: a number where no digit of it is lost, else the string. */
export function plainScalar(text: string): Scalar {
  const constant = constants.get(text)
  if (constant !== undefined) return constant
  if (!number.test(text)) return text
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text
}

/** Reads a value that is no list: quoted, or plain with a comment behind it left out. */
export function readScalar(text: string): Scalar {
  const quoted = readQuoted(text, 0)
  if (quoted !== undefined) return endsHere(text, quoted.end) ? quoted.value : text
  const comment = /\s#/.exec(text)?.index
  return plainScalar(comment === undefined ? text : text.slice(0, comment).trimEnd())
}
