import { unitVector, vectorFault } from '../checked.js'
import { EmbeddingError } from '../errors.js'

/** What an answer must contain. */
export interface ExpectedAnswer {
  /** How many texts were sent. */
  readonly count: number
  readonly dimensions: number
  /** The model and its host, for messages. */
  readonly source: string
}

/** A vector, or what came instead, in words that follow "answered with". */
export type ReadVector = { readonly vector: Float32Array } | { readonly fault: string }

/**
 * The vectors of the texts by position.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text has no good vector, with the vectors of the others
 */
export function takeVectors(places: readonly ReadVector[], source: string): Float32Array[] {
  const vectors = places.map((place) => ('vector' in place ? place.vector : undefined))
  const good = vectors.filter((vector) => vector !== undefined)
  const position = vectors.indexOf(undefined)
  const place = places[position]
  if (place === undefined || 'vector' in place) return good
  const missing = places.length - good.length
  const others = missing > 1 ? `, and ${missing - 1} more without a good vector` : ''
  const fault = `text ${position} of ${places.length} with ${place.fault}${others}`
  throw unusableAnswer(source, fault, good.length > 0 ? vectors : undefined)
}

/**
 * The vectors of an answer without positions, which is useless if it has too few or too many.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID`, as `takeVectors`
 */
export function takeInOrder(
  list: unknown,
  { count, source }: Pick<ExpectedAnswer, 'count' | 'source'>,
  read: (wire: unknown) => ReadVector,
): Float32Array[] {
  if (!Array.isArray(list)) throw noEmbeddings(source)
  if (list.length !== count) throw unusableAnswer(source, `${count} texts with ${list.length} vectors`)
  return takeVectors(Array.from(list, read), source)
}

/**
 * The length of a model's vectors, learned from its first answer.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if that is not a good vector
 */
export function learnLength(wire: unknown, source: string): number {
  if (!Array.isArray(wire)) throw noEmbeddings(source)
  takeVectors([readVector(wire, wire.length)], source)
  return wire.length
}

/**
 * Reads a vector from parsed JSON without conversions: a typed array would turn null into 0, "1" into a number and too
 * large numbers into infinity.
 */
export function readVector(wire: unknown, dimensions: number): ReadVector {
  if (typeof wire === 'string') return { fault: 'text in place of a vector' }
  if (!Array.isArray(wire)) return { fault: 'no vector' }
  if (!wire.every((value) => typeof value === 'number'))
    return { fault: 'a vector that holds more than numbers' }
  const vector = Float32Array.from(wire)
  const fault = vectorFault(vector, dimensions)
  return fault === undefined ? { vector } : { fault }
}

/** The same, scaled to length 1: vectors that a model shortens have other lengths. */
export function readUnitVector(wire: unknown, dimensions: number): ReadVector {
  const read = readVector(wire, dimensions)
  return 'vector' in read ? { vector: unitVector(read.vector) } : read
}

/**
 * The error for an answer without one good vector per text. `source` names the model and the host, `fault` follows
 * "answered", `vectors` are the good ones.
 */
export function unusableAnswer(
  source: string,
  fault: string,
  vectors?: readonly (Float32Array | undefined)[],
): EmbeddingError {
  return new EmbeddingError('EMBEDDING_RESPONSE_INVALID', `${source} answered ${fault}.`, { vectors })
}

/** The error for an answer without embeddings. */
export function noEmbeddings(source: string): EmbeddingError {
  return unusableAnswer(source, 'no list of embeddings; look whether the base URL is right')
}

/** The value of a JSON text; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path in parsed JSON; undefined if the path does not exist. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** A text at a path in parsed JSON; undefined if it is empty or none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = valueAt(value, ...path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** A count in an answer, which may be written as a string; 0 for anything else. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const count = Number(valueAt(value, ...path) ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
