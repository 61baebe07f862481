import type { ReadVector } from './read-vector.js'
import { noEmbeddings, unusableAnswer } from './unusable-answer.js'

/** What an answer must be. */
export interface ExpectedAnswer {
  /** How many texts were sent. */
  readonly count: number
  readonly dimensions: number
  /** The model and where it is, for messages. */
  readonly source: string
}

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

function describeFirst(places: readonly ReadVector[]): string {
  const bad = places.flatMap((place, position) =>
    'fault' in place ? [{ position, fault: place.fault }] : [],
  )
  const [first] = bad
  const others = bad.length > 1 ? `, and ${bad.length - 1} more without a good vector` : ''
  return `text ${first?.position} of ${places.length} with ${first?.fault}${others}`
}
