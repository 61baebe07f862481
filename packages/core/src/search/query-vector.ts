import { performance } from 'node:perf_hooks'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Space } from '@recallite/store'

/** A query as a model sees it. */
export interface QueryVector {
  readonly space: Space
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

/** Opens a model, once. */
export type ModelSource = () => Promise<EmbeddingModel>

/** Rejects when the signal aborts, whether or not the work listens to it. */
function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject)
  })
}

/** How long embedding may take, and who may end it sooner. */
interface Patience {
  /** In milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** Runs work with a signal that aborts at the deadline, or with the caller's own. */
async function withPatience<Result>(
  { deadline, signal }: Patience,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const late = () =>
    ended.abort(new DOMException(`no answer within ${deadline} ms (timeout)`, 'TimeoutError'))
  const unwanted = () => ended.abort(signal?.reason)
  const timer = setTimeout(late, deadline)
  if (signal?.aborted) unwanted()
  signal?.addEventListener('abort', unwanted, { once: true })
  try {
    return await work(ended.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', unwanted)
  }
}

/** Embeds a query, loading its model where that has not been done. */
export function embedQuery(query: string, openModel: ModelSource, patience: Patience): Promise<QueryVector> {
  return withPatience(patience, async (signal) => {
    const start = performance.now()
    const model = await orAbort(openModel(), signal)
    const [vector = new Float32Array()] = await orAbort(
      model.embed({ texts: [query], role: 'query', signal }),
      signal,
    )
    return { space: model.identity, vector, time: performance.now() - start }
  })
}
