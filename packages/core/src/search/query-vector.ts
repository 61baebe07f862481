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
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Embeds a query within a deadline in milliseconds. */
export async function embedQuery(
  query: string,
  openModel: ModelSource,
  deadline: number,
): Promise<QueryVector> {
  const start = performance.now()
  const timeout = AbortSignal.timeout(deadline)
  const model = await orAbort(openModel(), timeout)
  const request = { texts: [query], role: 'query', signal: timeout } as const
  const [vector = new Float32Array()] = await orAbort(model.embed(request), timeout)
  return { space: model.identity, vector, time: performance.now() - start }
}
