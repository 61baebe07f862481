import { applyPrompt, assertBatchTexts, cutText, EmbeddingError, type BatchText } from '@recallite/embeddings'
import { contextSize } from './context-size.js'
import { embeddingBody } from './embedding-body.js'
import type { VectorSpace } from './vector-space.js'

/** https://platform.openai.com/docs/guides/batch: what a job may hold. */
export const maxTexts = 50_000
const fileLimit = 200_000_000

/**
 * The file of a job: a request a line, each with one text and named by its key.
 * @throws EmbeddingError `EMBEDDING_REQUEST_TOO_LARGE` for more than a job may hold; `EMBEDDING_REQUEST_INVALID` for no
 * texts, a blank text or a key that is there twice
 */
export function batchFile(space: VectorSpace, texts: readonly BatchText[], maxBytes = fileLimit): File {
  assertBatchTexts(texts, maxTexts)
  const lines = texts.map(({ key, text }) => {
    const input = cutText(applyPrompt(space.promptStyle, 'document', text), contextSize)
    const request = {
      custom_id: key,
      method: 'POST',
      url: '/v1/embeddings',
      body: embeddingBody(space, [input]),
    }
    return `${JSON.stringify(request)}\n`
  })
  const file = new File(lines, 'texts.jsonl', { type: 'application/jsonl' })
  if (file.size <= maxBytes) return file
  throw new EmbeddingError(
    'EMBEDDING_REQUEST_TOO_LARGE',
    `The batch job has ${file.size} bytes, and one may hold ${maxBytes}; submit several jobs.`,
  )
}
