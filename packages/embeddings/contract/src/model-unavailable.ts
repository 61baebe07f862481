import { type EmbeddingError, unavailable } from './errors.js'

/** Why a local model cannot be used. */
export interface UnusableModel {
  readonly modelPath: string
  /** Default `embedding model`. */
  readonly kind?: string | undefined
  /** Follows "cannot be used:". */
  readonly reason: string
  /** A sentence without its full stop. */
  readonly remedy: string
  readonly cause?: unknown
}

/** The error for an unusable local model: its path, the reason and the remedy in one line. */
export function modelUnavailable(model: UnusableModel): EmbeddingError {
  const { kind = 'embedding model', modelPath, reason, remedy, cause } = model
  const said = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
  return unavailable(`The ${kind} ${modelPath} cannot be used: ${said}. ${remedy}.`, cause)
}
