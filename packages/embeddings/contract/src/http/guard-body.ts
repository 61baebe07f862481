import { EmbeddingError } from '../errors.js'
import { untilAborted } from '../until-aborted.js'
import { stalled } from './stalled.js'

/** How long and large a body may be. */
export interface BodyLimits {
  /** In milliseconds, between two chunks. */
  readonly idleTimeout: number
  /** In milliseconds, from the first read to the end. */
  readonly bodyTimeout: number
  /** As read, i.e. after decompression. */
  readonly maxBytes: number
}

/** What a body belongs to. */
export interface GuardedAnswer {
  readonly host: string
  /** Aborts when the caller or `stop` does. */
  readonly signal: AbortSignal
  /** Ends the request. */
  readonly stop: AbortController
  readonly limits: BodyLimits
}

/**
 * The same bytes, read no faster than they are asked for, that fail with an `EmbeddingError` when they pause for too
 * long, take too long or are too many; the request is then ended. Time runs only once somebody reads.
 */
export function guardBody(
  body: ReadableStream<Uint8Array>,
  { host, signal, stop, limits }: GuardedAnswer,
): ReadableStream<Uint8Array> {
  const { idleTimeout, bodyTimeout, maxBytes } = limits
  const reader = body.getReader()
  let size = 0
  let whole: ReturnType<typeof setTimeout> | undefined
  const after = (milliseconds: number, what: string) =>
    setTimeout(() => stop.abort(stalled(host, what)), milliseconds)
  const end = () => clearTimeout(whole)
  signal.addEventListener('abort', end, { once: true })
  const read = async () => {
    const idle = after(idleTimeout, `paused for ${idleTimeout} ms in the middle of an answer`)
    try {
      return await untilAborted(reader.read(), signal)
    } finally {
      clearTimeout(idle)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        whole ??= after(bodyTimeout, `did not finish its answer within ${bodyTimeout} ms`)
        const { done, value } = await read().finally(() => signal.aborted && end())
        if (done) {
          end()
          return controller.close()
        }
        size += value.byteLength
        if (size > maxBytes) stop.abort(tooLarge(host, maxBytes))
        signal.throwIfAborted()
        controller.enqueue(value)
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function tooLarge(host: string, maxBytes: number): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${host} answered with more than ${maxBytes} bytes, and was not read further; check the base URL, or send fewer texts.`,
  )
}
