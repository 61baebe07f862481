import { readVector, takeInOrder, type ExpectedAnswer } from '@recallite/embeddings/http'

/**
 * The vectors of an answer, in its order: Ollama names no places.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others
 */
export function readEmbeddings(answer: unknown, expected: ExpectedAnswer): Float32Array[] {
  return takeInOrder(listOf(answer), expected, (wire) => readVector(wire, expected.dimensions))
}

/** What stands for a vector at the first place. */
export function firstEmbedding(answer: unknown): unknown {
  const list = listOf(answer)
  return Array.isArray(list) ? list[0] : undefined
}

function listOf(answer: unknown): unknown {
  return (answer as { embeddings?: unknown } | null | undefined)?.embeddings
}
