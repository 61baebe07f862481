import { EmbeddingError } from '@recallite/embeddings'

/** Why a model cannot be used. */
export interface Obstacle {
  readonly modelPath: string
  /** Follows "cannot be used:", without a full stop. */
  readonly reason: string
  /** What to do, a sentence without its full stop. Default: give a good folder. */
  readonly remedy?: string | undefined
  readonly cause?: unknown
}

/** The error for a model that cannot be used: one line that names the folder, the reason and the way out. */
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

/** What to do about a file that is damaged. */
export const getAgain = 'Get the files of this model again'

/** An error's own words, for a reason. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
