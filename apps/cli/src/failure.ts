import { LockedError, type Failure, exitCodes as shared } from '@recallite/command-line'
import { MemoryError } from '@recallite/core'
import { EmbeddingError } from '@recallite/embeddings'
import { FusionError } from '@recallite/fusion'
import { StoreError } from '@recallite/store'
import { SettingsError } from './settings/errors.js'
import { ModelError } from './models/errors.js'

/** What an error of our packages means to people; undefined for others. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!isOurs(error)) return undefined
  const { code, message } = error
  return { code, message, exitCode: exitCodeOf(error) }
}

function isOurs(error: unknown): error is Error & { code: string } {
  return (
    MemoryError.isInstance(error) ||
    StoreError.isInstance(error) ||
    FusionError.isInstance(error) ||
    EmbeddingError.isInstance(error) ||
    SettingsError.isInstance(error) ||
    ModelError.isInstance(error) ||
    error instanceof LockedError
  )
}

const usageCodes = new Set([
  'QUERY_EMPTY',
  'OPTION_INVALID',
  'ROOT_UNKNOWN',
  'SPAN_INVALID',
  'PATH_OUTSIDE_ROOT',
  'FUSION_UNKNOWN_STRATEGY',
  'FUSION_INVALID_OPTION',
  'FUSION_INVALID_WEIGHT',
  'MODEL_UNKNOWN',
  'MODEL_SOURCE_INVALID',
  'MODEL_NOT_FOUND',
  'MODEL_OUTSIDE_FOLDER',
])

function exitCodeOf(error: Error & { code: string }): number {
  if (error.code === 'STORE_CORRUPT') return exitCodes.damaged
  const isUsage = SettingsError.isInstance(error) || usageCodes.has(error.code)
  return isUsage ? exitCodes.usage : exitCodes.failed
}

/** What the program's exit status means; stable. */
export const exitCodes = {
  ...shared,
  /** Done, but some texts were skipped or have no vector, and `--strict` minds. */
  incomplete: 3,
  /** Done by words, but the provider or model that was asked for by name could not be had: texts lack their vectors. */
  providerUnavailable: 5,
  /** The database is damaged; `recallite doctor --repair` mends it. */
  damaged: 6,
} as const
