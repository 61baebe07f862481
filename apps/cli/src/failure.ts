import { exitCodes, type Failure } from '@recallite/command-line'
import { MemoryError } from '@recallite/core'
import { EmbeddingError } from '@recallite/embeddings'
import { FusionError } from '@recallite/fusion'
import { StoreError } from '@recallite/store'

const usageCodes = new Set([
  'QUERY_EMPTY',
  'OPTION_INVALID',
  'ROOT_UNKNOWN',
  'SPAN_INVALID',
  'PATH_OUTSIDE_ROOT',
  'FUSION_UNKNOWN_STRATEGY',
  'FUSION_INVALID_OPTION',
  'FUSION_INVALID_WEIGHT',
])

function isOurs(error: unknown): error is Error & { code: string } {
  return (
    MemoryError.isInstance(error) ||
    StoreError.isInstance(error) ||
    FusionError.isInstance(error) ||
    EmbeddingError.isInstance(error)
  )
}

/** What an error of our packages means to people; undefined for others. */
export function describeFailure(error: unknown): Failure | undefined {
  if (!isOurs(error)) return undefined
  const { code, message } = error
  return { code, message, exitCode: usageCodes.has(code) ? exitCodes.usage : exitCodes.failed }
}
