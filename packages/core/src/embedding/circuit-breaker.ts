import { reasonOf } from '../errors.js'

/** Stops requests to a failing backend for a while. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

interface BreakerOptions {
  readonly now: () => number
  /** Whether a refusal that affects every request (no key, no quota) opens it at once. */
  readonly opensOnRefusal: boolean
}

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
 * Opens after three failures in a row, or after one refusal that affects every request. After a pause it lets requests through:
 * an answer closes it, another failure reopens it. Failures caused by a single query do not count.
 */
export function createCircuitBreaker({ now, opensOnRefusal }: BreakerOptions) {
  let failures = 0
  let openUntil = 0
  let lastReason = ''

  return {
    /** Why no request should be sent now; undefined if one may. */
    reason(): string | undefined {
      if (now() >= openUntil) return undefined
      const seconds = Math.ceil((openUntil - now()) / 1000)
      return `${lastReason.replace(/\.$/u, '')} (next attempt in ${seconds} s)`
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
