import type { BatchText } from './embedding-batches.js'
import { EmbeddingError } from './errors.js'

/**
 * Refuses what no job of an asynchronous batch API can be made of, before anything is uploaded.
 * @throws EmbeddingError `EMBEDDING_REQUEST_TOO_LARGE` for more texts than a job may hold; `EMBEDDING_REQUEST_INVALID`
 * for no texts, a blank text or a key that is there twice
 */
export function assertBatchTexts(texts: readonly BatchText[], maxTexts: number): void {
  if (texts.length > maxTexts) {
    throw new EmbeddingError(
      'EMBEDDING_REQUEST_TOO_LARGE',
      `The batch job has ${texts.length} texts, and one may hold ${maxTexts}; submit several jobs.`,
    )
  }
  if (texts.length === 0) throw invalid('The batch job holds no texts; submit some.')
  const keys = new Set<string>()
  for (const { key, text } of texts) {
    if (text.trim() === '') throw invalid(`The text ${key} is blank, so it has no embedding; leave it out.`)
    if (keys.has(key)) throw invalid(`The key ${key} names two texts of the batch job; give each its own.`)
    keys.add(key)
  }
}

function invalid(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_INVALID', message)
}
