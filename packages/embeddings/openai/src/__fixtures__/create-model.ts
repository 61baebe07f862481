import type { EmbeddingModel } from '@recallite/embeddings'
import { type Answer, type LoopbackServer, startServer } from '@recallite/test-kit'
import { createOpenAIEmbeddings } from '../create-openai-embeddings.js'
import type { OpenAIEmbeddingsSettings } from '../settings.js'
import { canaryKey } from './played-openai.js'

/** Length of the vectors where a test does not depend on it. */
const dimensions = 8

/** A model of vectors with 8 numbers, before a server that answers as told. */
export async function createModel(
  answer: Answer,
  settings: Partial<OpenAIEmbeddingsSettings> = {},
): Promise<{ model: EmbeddingModel; server: LoopbackServer }> {
  const server = await startServer(answer)
  const baseUrl = `${server.url}/v1`
  const model = await createOpenAIEmbeddings({ apiKey: canaryKey, dimensions, baseUrl, ...settings })
  return { model, server }
}

/** What a call rejects with. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}
