import { EmbeddingError } from '../errors.js'

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
