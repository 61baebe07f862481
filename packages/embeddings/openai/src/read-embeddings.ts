import {
  type ExpectedAnswer,
  noEmbeddings,
  readVector,
  type ReadVector,
  takeVectors,
  unusableAnswer,
  valueAt,
} from '@recallite/embeddings/http'

/** An embedding of an answer; both fields may be anything. */
export interface WireEntry {
  readonly index: unknown
  readonly embedding: unknown
}

/**
 * Reads the entries of an answer, also of servers that number them by text or not at all, name the list `embeddings`, or
 * encode vectors in base64. Throws `EMBEDDING_RESPONSE_INVALID` if there is no list.
 */
export function readEntries(
  answer: unknown,
  { count, source }: Omit<ExpectedAnswer, 'dimensions'>,
): WireEntry[] {
  const list = valueAt(answer, 'data') ?? valueAt(answer, 'embeddings')
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
  if (!isList) throw noEmbeddings(source)
  const embeddings = list.map((item: unknown) => (Array.isArray(item) ? item : valueAt(item, 'embedding')))
  const indexes = list.map((item) => {
    const index = valueAt(item, 'index') ?? undefined
    return typeof index === 'string' && /^\d{1,9}$/.test(index) ? Number(index) : index
  })
  const isNumbered = list.length !== count || indexes.some((index) => index !== undefined)
  // A list and a text in one answer are a fault of the server.
  const isEncoded = embeddings.every((embedding) => typeof embedding === 'string')
  return embeddings.map((embedding, position) => ({
    index: isNumbered ? indexes[position] : position,
    embedding: isEncoded ? decode(embedding as string) : embedding,
  }))
}

/** Decodes 32-bit floats, the lowest byte first, as OpenAI sends them. Returns other texts unchanged. */
function decode(text: string): unknown {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % 4 > 0) return text
  return Array.from({ length: bytes.length / 4 }, (_, position) => bytes.readFloatLE(4 * position))
}

/**
 * Assigns the vectors of an answer by `index`, since the order may differ. Throws `EMBEDDING_RESPONSE_INVALID`, with the
 * usable vectors, if a text has none. Uses no vector if an index is out of range, or if vectors are missing and the rest is
 * numbered without a gap: the server may have renumbered them.
 */
export function readEmbeddings(
  answer: unknown,
  { count, dimensions, source }: ExpectedAnswer,
): Float32Array[] {
  const entries = readEntries(answer, { count, source })
  const indexes = entries.map(({ index }) => index)
  if (!indexes.every((index) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < count))
    throw unusableAnswer(source, `an embedding with an index outside of the ${count} texts`)
  const seen = new Set(indexes)
  if (entries.length < count && entries.every((_, position) => seen.has(position)))
    throw unusableAnswer(
      source,
      `${count} texts with ${entries.length} vectors, numbered as if that were all`,
    )
  const vectors = Array.from({ length: count }, (_, position): ReadVector => {
    const first = indexes.indexOf(position)
    if (first < 0) return { fault: 'nothing' }
    if (indexes.includes(position, first + 1)) return { fault: 'several vectors' }
    return readVector(entries[first]?.embedding, dimensions)
  })
  return takeVectors(vectors, source)
}
