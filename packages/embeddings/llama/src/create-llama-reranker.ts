import { availableParallelism } from 'node:os'
import { type Reranker, rerankerOf } from '@recallite/rerankers'
import type { LlamaEmbeddingsSettings } from './create-llama-embeddings.js'
import { openGguf } from './open-gguf.js'

/** The settings of a local GGUF reranker. */
export interface LlamaRerankerSettings extends Pick<
  LlamaEmbeddingsSettings,
  'modelPath' | 'contextSize' | 'signal' | 'loadTimeout' | 'child'
> {
  /** Maximum number of threads; default half of the cores: they wait for each other, which is far slower on busy cores. */
  readonly threads?: number | undefined
  /** Maximum time per text, in milliseconds; default 30,000. */
  readonly textTimeout?: number | undefined
}

/**
 * Loads a GGUF reranker in a child process. A score is the logistic function of the model's logit, or the probability of
 * models that end with a softmax. A text that exceeds the context is scored in overlapping parts, and the best one counts;
 * a query is cut to a quarter of the context. Rejects with `RERANKER_UNAVAILABLE`.
 */
export async function createLlamaReranker(settings: LlamaRerankerSettings): Promise<Reranker> {
  const { textTimeout: embedTimeout, threads = Math.max(1, Math.floor(availableParallelism() / 2)) } =
    settings
  return rerankerOf(openGguf({ ...settings, threads, embedTimeout }, 'rank'), { provider: 'local' })
}
