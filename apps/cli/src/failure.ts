import { CodedError, type Failure, exitCodes as shared } from '@recallite/command-line'
import { MemoryError } from '@recallite/core'
import { EmbeddingError } from '@recallite/embeddings'
import { FilterError } from '@recallite/store/filter'
import { FusionError } from '@recallite/fusion'
import { RecordError } from '@recallite/store/records'
import { StoreError } from '@recallite/store'
import { SettingsError } from '@recallite/settings'

/** The code, message and exit status of an error of our packages; undefined for other errors. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!isOurs(error)) return undefined
  const { code, message } = error
  // RECORD_ codes are about input, RECORDS_ codes about the record store.
  const isInput = FilterError.isInstance(error) || code.startsWith('RECORD_')
  const isUsage = error instanceof SettingsError || isInput || usageCodes.has(code)
  const exitCode = isUsage ? exitCodes.usage : exitCodes.failed
  return { code, message, exitCode: damagedCodes.has(code) ? exitCodes.damaged : exitCode }
}

const damagedCodes = new Set(['STORE_CORRUPT', 'RECORDS_CORRUPT'])

const errorClasses = [MemoryError, StoreError, FusionError, EmbeddingError, RecordError, FilterError]

const isOurs = (error: unknown): error is Error & { code: string } =>
  error instanceof CodedError || errorClasses.some((each) => each.isInstance(error))

const usageCodes = new Set([
  'QUERY_EMPTY',
  'QUERY_COMMON',
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
  'IMPORT_MISSING',
  'IMPORT_FOREIGN',
])

/** The meanings of exit statuses; stable. */
export const exitCodes = {
  ...shared,
  /** Done, but with `--strict` some texts were skipped or have no vector. */
  incomplete: 3,
  /** Keywords are indexed, but the named provider or model is unavailable, so that texts have no vectors. */
  providerUnavailable: 5,
  /** The database, or every result of a search, is damaged; `recallite doctor --repair` repairs it. */
  damaged: 6,
} as const
