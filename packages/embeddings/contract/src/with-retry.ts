import { createCooldown, type Pace } from './cooldown.js'
import { decorate } from './decorate.js'
import type { EmbeddingModel, EmbeddingRequest } from './embedding-model.js'
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

/**
 * A model that repeats requests which failed with an `EmbeddingError` that is retryable; every other error, and the
 * last one, goes through unchanged. It waits between attempts as `retryDelay` says. Where the provider asked for a
 * pause, every call of this model keeps it, the first attempts of others included. Aborting also ends the waiting.
 */
export function withRetry(model: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
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
  const attempt = async (request: EmbeddingRequest, number: number): Promise<Float32Array[]> => {
    let delay: number
    try {
      return await model.embed(request)
    } catch (error) {
      if (isHopeless(error)) throw error
      delay = delayAfter(number, error)
      if (number >= attempts) throw error
    }
    request.signal?.throwIfAborted()
    await cooldown.pass(delay, request.signal)
    return attempt(request, number + 1)
  }
  return decorate(model, async (request) => {
    await cooldown.pass(0, request.signal)
    return attempt(request, 1)
  })
}
