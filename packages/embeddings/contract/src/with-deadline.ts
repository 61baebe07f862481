import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'

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
