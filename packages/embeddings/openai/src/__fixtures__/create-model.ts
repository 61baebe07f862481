import type { EmbeddingModel } from '@recallite/embeddings'
import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { createOpenAIEmbeddings } from '../create-openai-embeddings.js'
import type { OpenAIEmbeddingsSettings } from '../settings.js'
import { canaryKey } from './played-openai.js'

/** The length of the vectors, for tests that do not depend on it. */
const dimensions = 8

/** A model with vectors of 8 numbers, and its server with the given answer. */
export async function createModel(
  answer: Answer,
  settings: Partial<OpenAIEmbeddingsSettings> = {},
): Promise<{ model: EmbeddingModel; server: LoopbackServer }> {
  const server = await startServer(answer)
  const baseUrl = `${server.url}/v1`
  const model = await createOpenAIEmbeddings({ apiKey: canaryKey, dimensions, baseUrl, ...settings })
  return { model, server }
}

/** The error of a call. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}
