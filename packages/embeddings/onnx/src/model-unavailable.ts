import { EmbeddingError } from '@recallite/embeddings'

export interface Obstacle {
  readonly modelPath: string
  /** Follows "cannot be used:", without a full stop. */
  readonly reason: string
  /** A sentence without its full stop; default: give the folder of a model. */
  readonly remedy?: string | undefined
  readonly cause?: unknown
}

/** The error for an unusable model: the folder, the reason and the remedy in one line. */
export function modelUnavailable({
  modelPath,
  reason,
  remedy = defaultRemedy,
  cause,
}: Obstacle): EmbeddingError {
  const said = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
  return new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `The embedding model ${modelPath} cannot be used: ${said}. ${remedy}.`,
    { cause },
  )
}

const defaultRemedy =
  'Give the folder of an embedding model with config.json, tokenizer.json and onnx/model_quantized.onnx or onnx/model.onnx'

/** The remedy for a damaged file. */
export const getAgain = 'Get the files of this model again'

/** The message of an error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
