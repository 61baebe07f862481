import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

/** The parameters of the pauses. */
export interface RetryDelays {
  /** The longest first pause in milliseconds; it doubles with every attempt. Default 250. */
  readonly baseDelay: number
  /** The longest pause in milliseconds, even if the provider asks for more. Default 60,000. */
  readonly maxDelay: number
  /** A number in [0, 1); default `Math.random`. */
  readonly random: () => number
}

/** How often and after which pauses a request is repeated. */
export interface RetryOptions extends Partial<RetryDelays> {
  /** The most attempts, including the first; default 3. */
  readonly attempts?: number | undefined
  /**
   * A request is not repeated if the provider asks for a longer pause, in milliseconds. By default it is, after
   * `maxDelay` at most.
   */
  readonly maxRetryAfter?: number | undefined
  /** The time in milliseconds from any origin; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Waits some milliseconds; rejects with the reason of the signal. Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** Makes a call and repeats it as long as that may help; aborting also ends the pauses. */
export type Retry = <Result>(call: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>

/**
 * Repeats calls that fail with a retryable `EmbeddingError`, after pauses as in `retryDelay`; other errors, and the
 * last one, pass unchanged. A pause that the provider asks for applies to all calls.
 */
export function createRetry(options: RetryOptions = {}): Retry {
  const { attempts = 3, maxRetryAfter = Infinity, now = Date.now, sleep = sleepFor } = options
  const delays: RetryDelays = {
    baseDelay: options.baseDelay ?? 250,
    maxDelay: options.maxDelay ?? 60_000,
    random: options.random ?? Math.random,
  }
  const cooldown = createCooldown(now, sleep)
  const isHopeless = (error: unknown) =>
    !EmbeddingError.isInstance(error) || !error.isRetryable || (error.retryAfter ?? 0) > maxRetryAfter
  /** The pause after an attempt; pauses that a provider asks for are shared. */
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

/** A model whose requests are repeated as by `createRetry`. */
export function withRetry(model: EmbeddingModel, options: RetryOptions = {}): EmbeddingModel {
  const retry = createRetry(options)
  return decorate(model, (request) => retry(() => model.embed(request), request.signal))
}

/** A pause that several calls share. */
function createCooldown(now: () => number, sleep: NonNullable<RetryOptions['sleep']>) {
  let over = Number.NEGATIVE_INFINITY
  return {
    /** Blocks all calls for some milliseconds; does not shorten a longer pause. */
    extend(milliseconds: number): void {
      over = Math.max(over, now() + milliseconds)
    },
    /** Waits some milliseconds, and until no pause is in effect. */
    async pass(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
      let reached = now()
      // Adds up what was slept, because a timer may fire a moment before the clock agrees.
      for (let until = Math.max(reached + milliseconds, over); until > reached; until = over) {
        await sleep(until - reached, signal)
        reached = until
      }
    },
  }
}

/**
 * The pause after a failed attempt, in milliseconds: random · min(maxDelay, baseDelay · 2^(attempt − 1)), "full jitter"
 * (M. Brooker, Exponential Backoff and Jitter, AWS Architecture Blog 2015). If the provider asked for a pause,
 * min(maxDelay, retryAfter + random · baseDelay): not earlier, and not all clients at once.
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

/**
 * A model whose calls are aborted after some milliseconds. They reject with `EMBEDDING_REQUEST_FAILED`, which is
 * retryable, even if the model ignores its signal. Within `withRetry` the limit applies to each attempt, around it to
 * all attempts together.
 */
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

/** The outcome of a promise, or the reason of a signal that aborts first. The work itself continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
