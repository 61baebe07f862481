import { availableParallelism } from 'node:os'
import { type Reranker, rerankerOf } from '@recallite/rerankers'
import type { LlamaEmbeddingsSettings } from './create-llama-embeddings.js'
import { openGguf } from './open-gguf.js'

/** The settings of a local GGUF reranker; `embedTimeout` becomes `textTimeout`. */
export interface LlamaRerankerSettings extends Pick<
  LlamaEmbeddingsSettings,
  'modelPath' | 'contextSize' | 'signal' | 'loadTimeout' | 'child'
> {
  /**
   * The most processor threads; default half of the cores: a reranker has one context, whose threads wait for each other, and more
   * of them than free cores are far slower.
   */
  readonly threads?: number | undefined
  /** The longest time per text, in milliseconds; default 30,000. */
  readonly textTimeout?: number | undefined
}

/**
 * Loads a GGUF reranker in a child process, as `createLlamaEmbeddings` loads an embedding model. A score is what
 * node-llama-cpp gives: the logistic function of the model's logit, or the probability of models that end with a softmax. A
 * text that exceeds the context is scored in overlapping parts, of which the best counts; a query is cut to a quarter of
 * the context.
 * @throws RerankError `RERANKER_UNAVAILABLE` if the file is missing, damaged or no reranker, or does not load in time
 */
export async function createLlamaReranker(settings: LlamaRerankerSettings): Promise<Reranker> {
  const { textTimeout: embedTimeout, threads = Math.max(1, Math.floor(availableParallelism() / 2)) } =
    settings
  return rerankerOf(openGguf({ ...settings, threads, embedTimeout }, 'rank'), { provider: 'local' })
}
