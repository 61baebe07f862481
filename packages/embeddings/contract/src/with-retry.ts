import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

/** The parameters of `retryDelay`, in milliseconds. */
export interface RetryDelays {
  /** Maximum of the first pause; doubles with every attempt. Default 250. */
  readonly baseDelay: number
  /** Maximum of any pause, even if the provider requests a longer one. Default 60,000. */
  readonly maxDelay: number
  /** Returns a number in [0, 1); default `Math.random`. */
  readonly random: () => number
}

/** Options of `createRetry` and `withRetry`. */
export interface RetryOptions extends Partial<RetryDelays> {
  /** Maximum number of attempts, including the first; default 3. */
  readonly attempts?: number | undefined
  /** Do not retry if the provider requests a longer pause, in milliseconds; default: no limit. */
  readonly maxRetryAfter?: number | undefined
  /** The time in milliseconds; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits; rejects with the reason of the signal. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** Runs a call with retries; aborting also ends the pauses. */
export type Retry = <Result>(call: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>

/** Retries calls that fail with a retryable `EmbeddingError`. A pause requested by the provider applies to all calls. */
export function createRetry(options: RetryOptions = {}): Retry {
  const { attempts = 3, baseDelay = 250, maxDelay = 60_000, maxRetryAfter = Infinity } = options
  const { now = Date.now, sleep = sleepFor, random = Math.random } = options
  /** The end of the pause that applies to all calls. */
  let over = Number.NEGATIVE_INFINITY
  /** Waits at least this long, and until no shared pause is in effect. */
  const pause = async (milliseconds: number, signal: AbortSignal | undefined) => {
    let reached = now()
    // Counts the time slept, since a timer may fire slightly before the clock agrees.
    for (let until = Math.max(reached + milliseconds, over); until > reached; until = over) {
      await sleep(until - reached, signal)
      reached = until
    }
  }
  const isHopeless = (error: unknown) =>
    !EmbeddingError.isInstance(error) || !error.isRetryable || (error.retryAfter ?? 0) > maxRetryAfter
  const delayAfter = (attempt: number, error: unknown) => {
    const retryAfter = EmbeddingError.isInstance(error) ? error.retryAfter : undefined
    const delay = retryDelay({ attempt, retryAfter }, { baseDelay, maxDelay, random })
    if (retryAfter !== undefined) over = Math.max(over, now() + delay)
    return delay
  }
  return async (call, signal) => {
    await pause(0, signal)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call()
      } catch (error) {
        if (isHopeless(error)) throw error
        const delay = delayAfter(attempt, error)
        if (attempt >= attempts) throw error
        signal?.throwIfAborted()
        await pause(delay, signal)
      }
    }
  }
}

/** Wraps a model with the retries of `createRetry`. */
export function withRetry(model: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
  const retry = createRetry(options)
  return decorate(model, (request) => retry(() => model.embed(request), request.signal))
}

/**
 * The pause after a failed attempt in milliseconds: random · min(maxDelay, baseDelay · 2^(attempt − 1)), "full jitter" (M.
 * Brooker, Exponential Backoff and Jitter, AWS 2015). If the provider requests a pause: min(maxDelay, retryAfter + random ·
 * baseDelay).
 */
export function retryDelay(
  { attempt, retryAfter }: { attempt: number; retryAfter: number | undefined },
  { baseDelay, maxDelay, random }: RetryDelays,
): number {
  if (retryAfter !== undefined) return Math.min(maxDelay, retryAfter + random() * baseDelay)
  return random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1))
}

async function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await untilAborted(promise, signal).finally(() => clearTimeout(timer))
}

/** Aborts calls after this many milliseconds with a retryable `EMBEDDING_REQUEST_FAILED`, even if the model ignores its signal. */
export function withDeadline(model: EmbeddingModel, milliseconds: number): EmbeddingModel {
  const { provider, model: name } = model.identity
  return decorate(model, async (request) => {
    const deadline = new AbortController()
    const signal = request.signal ? AbortSignal.any([request.signal, deadline.signal]) : deadline.signal
    const message = `The embedding model ${provider}/${name} gave no answer within ${milliseconds} ms; try again, or allow it more time.`
    const expire = () =>
      deadline.abort(new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true }))
    const timer = setTimeout(expire, milliseconds)
    try {
      return await untilAborted(model.embed({ ...request, signal }), signal)
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Settles like the promise, or rejects with the reason of the signal if it aborts first. The work itself continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
