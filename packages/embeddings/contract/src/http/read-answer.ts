import { unitVector, vectorFault } from '../checked.js'
import { EmbeddingError } from '../errors.js'

/** What an answer must contain: `count` vectors of `dimensions` numbers. */
export interface ExpectedAnswer {
  readonly count: number
  readonly dimensions: number
  /** The model and its host, for messages. */
  readonly source: string
}

/** A vector, or what the answer has instead, to follow "answered with". */
export type ReadVector = { readonly vector: Float32Array } | { readonly fault: string }

/** Returns the vectors; throws `EMBEDDING_RESPONSE_INVALID`, with the usable ones, if a text has none. */
export function takeVectors(reads: readonly ReadVector[], source: string): Float32Array[] {
  const vectors = reads.map((read) => ('vector' in read ? read.vector : undefined))
  const good = vectors.filter((vector) => vector !== undefined)
  const position = vectors.indexOf(undefined)
  const read = reads[position]
  if (read === undefined || 'vector' in read) return good
  const missing = reads.length - good.length
  const others = missing > 1 ? `, and ${missing - 1} more without a good vector` : ''
  const fault = `text ${position} of ${reads.length} with ${read.fault}${others}`
  throw unusableAnswer(source, fault, good.length > 0 ? vectors : undefined)
}

/** Takes vectors that are assigned by position; throws `EMBEDDING_RESPONSE_INVALID` if their number is wrong or one is unusable. */
export function takeInOrder(
  list: unknown,
  { count, source }: Pick<ExpectedAnswer, 'count' | 'source'>,
  read: (wire: unknown) => ReadVector,
): Float32Array[] {
  if (!Array.isArray(list)) throw noEmbeddings(source)
  if (list.length !== count) throw unusableAnswer(source, `${count} texts with ${list.length} vectors`)
  return takeVectors(Array.from(list, read), source)
}

/** The length of a model's vectors, learned from its first answer; throws `EMBEDDING_RESPONSE_INVALID` if that is unusable. */
export function learnLength(wire: unknown, source: string): number {
  if (!Array.isArray(wire)) throw noEmbeddings(source)
  takeVectors([readVector(wire, wire.length)], source)
  return wire.length
}

/** Reads a vector without conversions: a typed array would turn null into 0, "1" into a number and large numbers into infinity. */
export function readVector(wire: unknown, dimensions: number): ReadVector {
  if (typeof wire === 'string') return { fault: 'text in place of a vector' }
  if (!Array.isArray(wire)) return { fault: 'no vector' }
  if (!wire.every((value) => typeof value === 'number'))
    return { fault: 'a vector that contains more than numbers' }
  const vector = Float32Array.from(wire)
  const fault = vectorFault(vector, dimensions)
  return fault === undefined ? { vector } : { fault }
}

/** Reads a vector and scales it to length 1: models that shorten vectors do not. */
export function readUnitVector(wire: unknown, dimensions: number): ReadVector {
  const read = readVector(wire, dimensions)
  return 'vector' in read ? { vector: unitVector(read.vector) } : read
}

/** The error for an answer without one usable vector per text. `fault` follows "answered", `vectors` are the usable ones. */
export function unusableAnswer(
  source: string,
  fault: string,
  vectors?: readonly (Float32Array | undefined)[],
): EmbeddingError {
  return new EmbeddingError('EMBEDDING_RESPONSE_INVALID', `${source} answered ${fault}.`, { vectors })
}

/** The error for an answer without a list of embeddings. */
export function noEmbeddings(source: string): EmbeddingError {
  return unusableAnswer(source, 'without a list of embeddings; check the base URL')
}

/** Parses JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** The non-empty text at a path; undefined if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = valueAt(value, ...path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The count at a path, which may be written as a string; otherwise 0. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const count = Number(valueAt(value, ...path) ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
