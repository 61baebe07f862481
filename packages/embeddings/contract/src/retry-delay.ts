/** What a waiting time is computed from. */
export interface RetryDelays {
  /** The most the first waiting can take, in milliseconds; it doubles with every attempt. Default 250. */
  readonly baseDelay: number
  /** The longest waiting, in milliseconds, also where the provider asks for more. Default 60,000. */
  readonly maxDelay: number
  /** A number in [0, 1). Default `Math.random`. */
  readonly random: () => number
}

/** An attempt that failed. */
export interface FailedAttempt {
  /** Counted from 1. */
  readonly attempt: number
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined
}

/**
 * How long to wait after a failed attempt, in milliseconds: random · min(maxDelay, baseDelay · 2^(attempt − 1)), which
 * is "full jitter" (M. Brooker, Exponential Backoff and Jitter, AWS Architecture Blog 2015). Where the provider said
 * how long, min(maxDelay, retryAfter + random · baseDelay): not earlier than asked, and not all clients at once.
 */
export function retryDelay(failed: FailedAttempt, { baseDelay, maxDelay, random }: RetryDelays): number {
  if (failed.retryAfter !== undefined) return Math.min(maxDelay, failed.retryAfter + random() * baseDelay)
  return random() * Math.min(maxDelay, baseDelay * 2 ** (failed.attempt - 1))
}
