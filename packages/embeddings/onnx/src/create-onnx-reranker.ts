import { type Reranker, rerankerOf, sigmoid } from '@recallite/rerankers'
import type { OnnxEmbeddingsSettings } from './create-onnx-embeddings.js'
import { openFolder } from './open-folder.js'

/** The settings of a local ONNX reranker. */
export interface OnnxRerankerSettings extends Pick<
  OnnxEmbeddingsSettings,
  'modelPath' | 'threads' | 'contextSize' | 'signal' | 'loadTimeout' | 'child'
> {
  /** Maximum time per text, in milliseconds; default 30,000. */
  readonly textTimeout?: number | undefined
}

/**
 * Loads a cross-encoder, whose output `logits` is one number, in a child process. A score is the logistic function of the
 * logit. A long text is scored in overlapping parts, and the best one counts; a query is cut to a quarter of the tokens.
 * Rejects with `RERANKER_UNAVAILABLE`.
 */
export function createOnnxReranker({ textTimeout, ...settings }: OnnxRerankerSettings): Promise<Reranker> {
  const opening = openFolder(
    { ...settings, embedTimeout: textTimeout },
    { kind: 'reranker', reading: 'logit' },
  )
  return rerankerOf(opening, { provider: 'onnx', scoreOf: sigmoid })
}
