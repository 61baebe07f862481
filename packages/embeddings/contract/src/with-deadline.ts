import { decorate } from './decorate.js'
import type { EmbeddingModel } from './embedding-model.js'
import { EmbeddingError } from './errors.js'
import { untilAborted } from './until-aborted.js'

/**
 * A model whose every call ends within some milliseconds: one that takes longer is aborted and rejects with
 * `EMBEDDING_REQUEST_FAILED`, which is retryable, even if the model does not listen to its signal. Within `withRetry`
 * the limit is that of an attempt, around it that of all attempts together.
 */
export function withDeadline(model: EmbeddingModel, milliseconds: number): EmbeddingModel {
  const { provider, model: name } = model.identity
  return decorate(model, async (request) => {
    const deadline = new AbortController()
    const signal = request.signal ? AbortSignal.any([request.signal, deadline.signal]) : deadline.signal
    const expire = () =>
      deadline.abort(
        new EmbeddingError(
          'EMBEDDING_REQUEST_FAILED',
          `The embedding model ${provider}/${name} gave no answer within ${milliseconds} ms; try again, or allow it more time.`,
          { isRetryable: true },
        ),
      )
    const timer = setTimeout(expire, milliseconds)
    try {
      return await untilAborted(model.embed({ ...request, signal }), signal)
    } finally {
      clearTimeout(timer)
    }
  })
}
