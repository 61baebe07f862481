import {
  noEmbeddings,
  readVector,
  takeVectors,
  unusableAnswer,
  type ExpectedAnswer,
  type ReadVector,
} from '@recallite/embeddings/http'

/** An entry of `data`. */
interface Item {
  readonly index?: unknown
  readonly embedding?: unknown
}

/**
 * The vectors of an answer, each in the place that its `index` names; the order of the entries says nothing.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others. Where an
 * index lies outside the request the server counts in another way than we do: then no place can be believed. Nor where
 * some are missing and the rest is numbered without a gap: it may have been numbered after it was thinned out.
 */
export function readEmbeddings(
  answer: unknown,
  { count, dimensions, source }: ExpectedAnswer,
): Float32Array[] {
  const items = itemsOf(answer)
  if (items === undefined) throw noEmbeddings(source)
  if (items.some(({ index }) => !isPlace(index, count)))
    throw unusableAnswer(source, `an embedding without a place among the ${count} texts`)
  if (items.length < count && isGapless(items))
    throw unusableAnswer(source, `${count} texts with ${items.length} vectors, numbered as if that were all`)
  const places = Array.from({ length: count }, (): ReadVector => ({ fault: 'nothing' }))
  const seen = new Set<unknown>()
  for (const { index, embedding } of items) {
    places[Number(index)] = seen.has(index) ? { fault: 'several vectors' } : readVector(embedding, dimensions)
    seen.add(index)
  }
  return takeVectors(places, source)
}

/** What stands for a vector in the first entry. */
export function firstEmbedding(answer: unknown): unknown {
  return itemsOf(answer)?.[0]?.embedding
}

function itemsOf(answer: unknown): readonly Item[] | undefined {
  const data = (answer as { data?: unknown } | null | undefined)?.data
  if (!Array.isArray(data)) return undefined
  return data.every((item) => typeof item === 'object' && item !== null) ? (data as Item[]) : undefined
}

function isGapless(items: readonly Item[]): boolean {
  const places = new Set(items.map(({ index }) => index))
  return items.every((_, place) => places.has(place))
}

function isPlace(index: unknown, count: number): boolean {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < count
}
