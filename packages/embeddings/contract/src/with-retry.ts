import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

/** What a waiting time is computed from. */
export interface RetryDelays {
  /** The most the first waiting can take, in milliseconds; it doubles with every attempt. Default 250. */
  readonly baseDelay: number
  /** The longest waiting, in milliseconds, also where the provider asks for more. Default 60,000. */
  readonly maxDelay: number
  /** A number in [0, 1). Default `Math.random`. */
  readonly random: () => number
}

/** The clock that a cooldown lives by. */
interface Pace {
  /** The time in milliseconds, from any beginning. */
  readonly now: () => number
  /** Waits some milliseconds; rejects with the signal's reason when that aborts first. */
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

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

/** A pause that several calls keep together. */
interface Cooldown {
  /** Lets no call through for some milliseconds from now; a longer pause that is under way stays. */
  extend(milliseconds: number): void
  /** Waits some milliseconds, and on until no pause is under way. */
  pass(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

/** A pause that is not under way yet. */
export function createCooldown({ now, sleep }: Pace): Cooldown {
  let over = Number.NEGATIVE_INFINITY
  return {
    extend(milliseconds) {
      over = Math.max(over, now() + milliseconds)
    },
    async pass(milliseconds, signal) {
      let reached = now()
      // Counted on by what was slept, because a timer may wake a moment before the clock agrees.
      for (let until = Math.max(reached + milliseconds, over); until > reached; until = over) {
        await sleep(until - reached, signal)
        reached = until
      }
    },
  }
}

/** An attempt that failed. */
interface FailedAttempt {
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

/** Waits some milliseconds; rejects with the signal's reason, and stops the timer, when that aborts first. */
function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
