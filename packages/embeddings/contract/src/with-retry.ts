import { decorate } from './decorate.js'
import type { EmbeddingModel, EmbeddingRequest } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { retryDelay, type RetryDelays } from './retry-delay.js'
import { sleepFor } from './sleep.js'

/** How often and how patiently a request is repeated. */
export interface RetryOptions extends Partial<RetryDelays> {
  /** How often a request is sent at the most, the first time included; default 3. */
  readonly attempts?: number | undefined
  /** Waits some milliseconds; rejects with the signal's reason when that aborts first. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/**
 * A model that repeats requests which failed with an `EmbeddingError` that is retryable; every other error, and the
 * last one, goes through unchanged. It waits between attempts as `retryDelay` says. Aborting also ends the waiting.
 */
export function withRetry(model: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
  const { attempts = 3, sleep = sleepFor } = options
  const delays: RetryDelays = {
    baseDelay: options.baseDelay ?? 250,
    maxDelay: options.maxDelay ?? 60_000,
    random: options.random ?? Math.random,
  }
  const attempt = async (request: EmbeddingRequest, number: number): Promise<Float32Array[]> => {
    try {
      return await model.embed(request)
    } catch (error) {
      if (number >= attempts || !EmbeddingError.isInstance(error) || !error.isRetryable) throw error
      request.signal?.throwIfAborted()
      await sleep(retryDelay({ attempt: number, retryAfter: error.retryAfter }, delays), request.signal)
    }
    return attempt(request, number + 1)
  }
  return decorate(model, (request) => attempt(request, 1))
}
