import { type Reranker, rerankerOf, sigmoid } from '@recallite/rerankers'
import type { OnnxEmbeddingsSettings } from './create-onnx-embeddings.js'
import { openFolder } from './open-folder.js'

/** The settings of a local ONNX reranker. Its folder is as that of an embedding model. */
export interface OnnxRerankerSettings extends Pick<
  OnnxEmbeddingsSettings,
  'modelPath' | 'threads' | 'contextSize' | 'signal' | 'loadTimeout' | 'child'
> {
  /** The longest time per text, in milliseconds; default 30,000. */
  readonly textTimeout?: number | undefined
}

/**
 * Loads a cross-encoder in a child process, as `createOnnxEmbeddings` loads an embedding model: a network that reads a query and a
 * text together, and whose output `logits` is one number. A score is the logistic function of it. A text that is too long is
 * scored in overlapping parts, of which the best counts; a query is cut to a quarter of the tokens that the model reads.
 * @throws RerankError `RERANKER_UNAVAILABLE` if a file is missing or damaged, the network has several labels or is no
 * cross-encoder, ONNX Runtime does not run here, or it does not load in time
 */
export function createOnnxReranker({ textTimeout, ...settings }: OnnxRerankerSettings): Promise<Reranker> {
  const opening = openFolder(
    { ...settings, embedTimeout: textTimeout },
    { kind: 'reranker', reading: 'logit' },
  )
  return rerankerOf(opening, { provider: 'onnx', scoreOf: sigmoid })
}
