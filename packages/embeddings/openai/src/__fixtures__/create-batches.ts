import type { EmbeddingBatches } from '@recallite/embeddings'
import { startServer, type Answer, type LoopbackServer } from '@recallite/test-kit'
import { createOpenAIBatches } from '../create-openai-batches.js'
import { playBatches, type PlayedBatch } from './played-batches.js'
import { canaryKey } from './played-openai.js'

/** Batches of vectors with 2 numbers, before a server that answers as told. */
export async function createBatches(
  answer: Answer,
): Promise<{ batches: EmbeddingBatches; server: LoopbackServer }> {
  const server = await startServer(answer)
  const batches = createOpenAIBatches({ apiKey: canaryKey, baseUrl: `${server.url}/v1`, dimensions: 2 })
  return { batches, server }
}

/** Batches before the played API. */
export function createPlayedBatches(
  played?: PlayedBatch,
): Promise<{ batches: EmbeddingBatches; server: LoopbackServer }> {
  return createBatches(playBatches(played))
}
