import { type EmbeddingError, unavailable } from './errors.js'

/** Why a local model cannot be used. */
export interface UnusableModel {
  readonly modelPath: string
  /** Follows "cannot be used:". */
  readonly reason: string
  /** A sentence without its full stop. */
  readonly remedy: string
  readonly cause?: unknown
}

/** The error for an unusable local model: its path, the reason and the remedy in one line. */
export function modelUnavailable({ modelPath, reason, remedy, cause }: UnusableModel): EmbeddingError {
  const said = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
  return unavailable(`The embedding model ${modelPath} cannot be used: ${said}. ${remedy}.`, cause)
}
