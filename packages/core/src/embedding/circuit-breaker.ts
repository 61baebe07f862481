import { reasonOf } from '../errors.js'

/** Prevents a backend that fails from being asked again and again. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

interface BreakerOptions {
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Whether a refusal of any request (no key, no quota) opens it at once; not needed if trying again costs nothing. */
  readonly opensOnRefusal: boolean
}

/** The codes of embedding models and of rerankers. */
const dueToOneQuery: ReadonlySet<unknown> = new Set([
  'EMBEDDING_REQUEST_INVALID',
  'EMBEDDING_REQUEST_TOO_LARGE',
  'RERANK_REQUEST_INVALID',
  'RERANK_REQUEST_TOO_LARGE',
])
const refusals: ReadonlySet<unknown> = new Set(['EMBEDDING_MODEL_UNAVAILABLE', 'RERANKER_UNAVAILABLE'])

const failuresToOpen = 3
const pauseAfterFailures = 30_000
const pauseAfterRefusal = 60_000

/**
 * Opens after three failures in a row, or after one refusal that the next request would meet too. After a pause it lets
 * requests through again: an answer closes it, another failure opens it again. Failures that are due to one query do not
 * count.
 */
export function createCircuitBreaker({ now, opensOnRefusal }: BreakerOptions) {
  let failures = 0
  let openUntil = 0
  let lastReason = ''

  return {
    /** Why the backend is not to be asked now; undefined if it is. */
    reason(): string | undefined {
      if (now() >= openUntil) return undefined
      const seconds = Math.ceil((openUntil - now()) / 1000)
      return `${lastReason.replace(/\.$/u, '')} (not asked again for ${seconds} s)`
    },
    succeeded(): void {
      failures = 0
      openUntil = 0
    },
    failed(error: unknown): void {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (dueToOneQuery.has(code)) return
      failures += 1
      lastReason = reasonOf(error)
      if (refusals.has(code) && opensOnRefusal) openUntil = now() + pauseAfterRefusal
      else if (failures >= failuresToOpen) openUntil = now() + pauseAfterFailures
    },
  }
}
