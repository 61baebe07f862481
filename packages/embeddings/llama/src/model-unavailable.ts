import { EmbeddingError } from '@recallite/embeddings'

/** Why a model cannot be used. */
export interface Obstacle {
  readonly modelPath: string
  /** Follows "cannot be used:", without a full stop. */
  readonly reason: string
  /** What to do, a sentence without its full stop. Default: get a good file. */
  readonly remedy?: string | undefined
}

/** The error for a model that cannot be used: one line that names the file, the reason and the way out. */
export function modelUnavailable({ modelPath, reason, remedy = defaultRemedy }: Obstacle): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `The embedding model ${modelPath} cannot be used: ${reason}. ${remedy}.`,
  )
}

const defaultRemedy = 'Give the path of a GGUF embedding model'
