import { LockedError, type Failure } from '@recallite/command-line'
import { MemoryError } from '@recallite/core'
import { EmbeddingError } from '@recallite/embeddings'
import { FusionError } from '@recallite/fusion'
import { StoreError } from '@recallite/store'
import { exitCodes } from './exit-codes.js'
import { SettingsError } from './settings/errors.js'
import { ModelError } from './models/errors.js'

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

function exitCodeOf(error: Error & { code: string }): number {
  if (error.code === 'STORE_CORRUPT') return exitCodes.damaged
  const isUsage = SettingsError.isInstance(error) || usageCodes.has(error.code)
  return isUsage ? exitCodes.usage : exitCodes.failed
}

/** What an error of our packages means to people; undefined for others. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!isOurs(error)) return undefined
  const { code, message } = error
  return { code, message, exitCode: exitCodeOf(error) }
}
