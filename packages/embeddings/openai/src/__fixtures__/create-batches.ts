import type { EmbeddingBatches } from '@recallite/embeddings'
import { startServer, type Answer, type LoopbackServer } from '@recallite/test-kit'
import { createOpenAIBatches } from '../create-openai-batches.js'
import { playBatches, type PlayedBatch } from './played-batches.js'
import { canaryKey } from './played-openai.js'

/** Batches with vectors of 2 numbers, and their server with the given answer. */
export async function createBatches(
  answer: Answer,
): Promise<{ batches: EmbeddingBatches; server: LoopbackServer }> {
  const server = await startServer(answer)
  const batches = createOpenAIBatches({ apiKey: canaryKey, baseUrl: `${server.url}/v1`, dimensions: 2 })
  return { batches, server }
}

/** Batches of the simulated API. */
export function createPlayedBatches(
  played?: PlayedBatch,
): Promise<{ batches: EmbeddingBatches; server: LoopbackServer }> {
  return createBatches(playBatches(played))
}
