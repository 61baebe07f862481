import { EmbeddingError } from '@recallite/embeddings'
import { reasonOf } from '../reason-of.js'

/** Prevents a backend that fails from being asked again and again. */
export interface CircuitBreaker {
  /** Why the backend is not to be asked now; undefined if it is. */
  reason(): string | undefined
  succeeded(): void
  failed(error: unknown): void
}

interface BreakerOptions {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Whether a refusal of any request (no key, no quota) opens it at once; not needed where trying again costs nothing. */
  readonly opensOnRefusal: boolean
}

const failuresToOpen = 3
const pauseAfterFailures = 30_000
const pauseAfterRefusal = 60_000

/**
 * Opens after three failures in a row, or after one refusal that the next request would meet too. After a pause it lets
 * requests through again: an answer closes it, another failure opens it again. Failures that are due to one query do not
 * count.
 */
export function createCircuitBreaker({ now, opensOnRefusal }: BreakerOptions): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  let lastReason = ''

  return {
    reason() {
      if (now() >= openUntil) return undefined
      const seconds = Math.ceil((openUntil - now()) / 1000)
      return `${lastReason.replace(/\.$/u, '')} (not asked again for ${seconds} s)`
    },
    succeeded() {
      failures = 0
      openUntil = 0
    },
    failed(error) {
      if (isDueToQuery(error)) return
      failures += 1
      lastReason = reasonOf(error)
      const isRefusal = EmbeddingError.isInstance(error) && error.code === 'EMBEDDING_MODEL_UNAVAILABLE'
      if (isRefusal && opensOnRefusal) openUntil = now() + pauseAfterRefusal
      else if (failures >= failuresToOpen) openUntil = now() + pauseAfterFailures
    },
  }
}

function isDueToQuery(error: unknown): boolean {
  return (
    EmbeddingError.isInstance(error) &&
    (error.code === 'EMBEDDING_REQUEST_INVALID' || error.code === 'EMBEDDING_REQUEST_TOO_LARGE')
  )
}
