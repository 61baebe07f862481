import { createCooldown, type Pace } from './cooldown.js'
import { decorate } from './decorate.js'
import type { EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { retryDelay, type RetryDelays } from './retry-delay.js'
import { sleepFor } from './sleep.js'

/** How often and how patiently a request is repeated. */
export interface RetryOptions extends Partial<RetryDelays> {
  /** How often a request is sent at the most, the first time included; default 3. */
  readonly attempts?: number | undefined
  /**
   * The longest waiting, in milliseconds, that a provider may ask for: a request that it wants later is not repeated.
   * By default every one is, after `maxDelay` at the latest.
   */
  readonly maxRetryAfter?: number | undefined
  /** The time in milliseconds, from any beginning. Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits some milliseconds; rejects with the signal's reason when that aborts first. Default: a timer. */
  readonly sleep?: Pace['sleep'] | undefined
}

/** Makes a call, and makes it again as long as that may help; aborting also ends the waiting. */
export type Retry = <Result>(call: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>

/**
 * Repeats calls that failed with an `EmbeddingError` that is retryable; every other error, and the last one, goes
 * through unchanged. It waits between attempts as `retryDelay` says. Where the provider asked for a pause, every call
 * keeps it, the first attempts of others included.
 */
export function createRetry(options: RetryOptions = {}): Retry {
  const { attempts = 3, maxRetryAfter = Infinity, now = Date.now, sleep = sleepFor } = options
  const delays: RetryDelays = {
    baseDelay: options.baseDelay ?? 250,
    maxDelay: options.maxDelay ?? 60_000,
    random: options.random ?? Math.random,
  }
  const cooldown = createCooldown({ now, sleep })
  const isHopeless = (error: unknown) =>
    !EmbeddingError.isInstance(error) || !error.isRetryable || (error.retryAfter ?? 0) > maxRetryAfter
  /** How long to wait after an attempt; the pauses that a provider asks for are everybody's. */
  const delayAfter = (attempt: number, error: unknown) => {
    const retryAfter = EmbeddingError.isInstance(error) ? error.retryAfter : undefined
    const delay = retryDelay({ attempt, retryAfter }, delays)
    if (retryAfter !== undefined) cooldown.extend(delay)
    return delay
  }
  return async (call, signal) => {
    await cooldown.pass(0, signal)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (isHopeless(error)) throw error
        const delay = delayAfter(attempt, error)
        if (attempt >= attempts) throw error
        signal?.throwIfAborted()
        await cooldown.pass(delay, signal)
      }
    }
  }
}

/** A model whose requests are repeated as `createRetry` says, with the pauses of this model alone. */
export function withRetry(model: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
  const retry = createRetry(options)
  return decorate(model, (request) => retry(() => model.embed(request), request.signal))
}
