import { EmbeddingError } from '../errors.js'
import { vectorFault } from '../vector.js'

/** What an answer must be. */
export interface ExpectedAnswer {
  /** How many texts were sent. */
  readonly count: number
  readonly dimensions: number
  /** The model and where it is, for messages. */
  readonly source: string
}

/** A vector as it came, or why it is none, as words that follow "answered with". */
export type ReadVector = { readonly vector: Float32Array } | { readonly fault: string }

/**
 * The vectors of the texts, by position.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others
 */
export function takeVectors(places: readonly ReadVector[], source: string): Float32Array[] {
  const vectors = places.map((place) => ('vector' in place ? place.vector : undefined))
  const good = vectors.filter((vector) => vector !== undefined)
  if (good.length === places.length) return good
  throw unusableAnswer(source, describeFirst(places), good.length > 0 ? vectors : undefined)
}

/**
 * The vectors of an answer that tells by position alone which text each belongs to, so that one with too few or too many
 * is worth nothing.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID`, as `takeVectors` does
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
 * The length of a model's vectors, from the first it answered with.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` where that is no good vector
 */
export function learnLength(wire: unknown, source: string): number {
  if (!Array.isArray(wire)) throw noEmbeddings(source)
  takeVectors([readVector(wire, wire.length)], source)
  return wire.length
}

/**
 * Makes a vector of what stands for one in parsed JSON. Nothing is converted: a typed array would make 0 of null, a
 * number of "1", and infinity of what is too large for it.
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

/**
 * The error for an answer that is not one good vector per text. `source` names the model and the host, `fault` follows
 * "answered", and `vectors` are those of the texts that were answered well.
 */
export function unusableAnswer(
  source: string,
  fault: string,
  vectors?: readonly (Float32Array | undefined)[],
): EmbeddingError {
  return new EmbeddingError('EMBEDDING_RESPONSE_INVALID', `${source} answered ${fault}.`, { vectors })
}

/** The error for an answer that holds no embeddings at all. */
export function noEmbeddings(source: string): EmbeddingError {
  return unusableAnswer(source, 'no list of embeddings; look whether the base URL is right')
}

function describeFirst(places: readonly ReadVector[]): string {
  const bad = places.flatMap((place, position) =>
    'fault' in place ? [{ position, fault: place.fault }] : [],
  )
  const [first] = bad
  const others = bad.length > 1 ? `, and ${bad.length - 1} more without a good vector` : ''
  return `text ${first?.position} of ${places.length} with ${first?.fault}${others}`
}
