import { EmbeddingError } from '@recallite/embeddings'
import { FusionError } from '@recallite/fusion'
import { MemoryError } from '@recallite/core'
import { StoreError } from '@recallite/store'
import { UsageError } from './errors.js'
import { exitCodes } from './exit-codes.js'
import type { Io } from './io.js'
import { printable } from './render/printable.js'

/** A failure as it is told: a stable code, a sentence, and the exit status that goes with it. */
interface Failure {
  readonly code: string
  readonly message: string
  readonly exitCode: number
}

const usageCodes = new Set([
  'QUERY_EMPTY',
  'OPTION_INVALID',
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
    EmbeddingError.isInstance(error) ||
    error instanceof UsageError
  )
}

function describe(error: unknown): Failure {
  if (error instanceof Error && error.name === 'AbortError') {
    const message = 'Stopped. What was written stays; the next run does the rest.'
    return { code: 'INTERRUPTED', message, exitCode: exitCodes.interrupted }
  }
  if (isOurs(error)) {
    const isUsage = error instanceof UsageError || usageCodes.has(error.code)
    return {
      code: error.code,
      message: error.message,
      exitCode: isUsage ? exitCodes.usage : exitCodes.failed,
    }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'UNEXPECTED', message, exitCode: exitCodes.failed }
}

/** Tells what went wrong, for a person or as JSON, and returns the exit status. */
export function tellFailure(error: unknown, io: Io, asJson: boolean): number {
  const { code, message, exitCode } = describe(error)
  if (asJson) io.talk(`${JSON.stringify({ error: { code, message } })}\n`)
  else io.talk(`recallite: ${printable(message, { keepLines: true })} (${code})\n`)
  return exitCode
}
