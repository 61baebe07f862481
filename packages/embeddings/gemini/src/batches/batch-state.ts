import type { BatchState } from '@recallite/embeddings'
import { noReason, reasonOf } from './reason-of.js'
import { valueAt } from '../value-at.js'

const failures: Record<string, string> = {
  FAILED: noReason,
  CANCELLED: 'it was cancelled',
  EXPIRED: 'it was not done in time and has expired',
}

/**
 * How far a job is, from the operation that `batches.get` answers with (https://ai.google.dev/api/batch-api); undefined
 * for something else. Reasons are free of the key.
 */
export function readBatchState(operation: unknown, apiKey: string): BatchState | undefined {
  const state = valueAt(operation, 'metadata', 'state')
  if (typeof state !== 'string') return undefined
  const progress = {
    done: countAt(operation, 'successfulRequestCount') + countAt(operation, 'failedRequestCount'),
    total: countAt(operation, 'requestCount'),
  }
  const name = state.replace(/^(?:BATCH|JOB)_STATE_/, '')
  const error = valueAt(operation, 'error')
  if (error !== undefined) return { ...progress, state: 'failed', reason: reasonOf(error, apiKey) }
  if (Object.hasOwn(failures, name)) return { ...progress, state: 'failed', reason: failures[name] ?? null }
  return { ...progress, state: name === 'SUCCEEDED' ? 'done' : 'running', reason: null }
}

/** A 64-bit number comes as a string. */
function countAt(operation: unknown, name: string): number {
  const count = Number(valueAt(operation, 'metadata', 'batchStats', name) ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}

/** The name of the file with the answers of a job that is done, e.g. `files/batch-abc`. */
export function answersFileOf(operation: unknown): string | undefined {
  const file =
    valueAt(operation, 'metadata', 'output', 'responsesFile') ??
    valueAt(operation, 'response', 'responsesFile')
  return typeof file === 'string' && /^files\/[\w-]+$/.test(file) ? file : undefined
}
