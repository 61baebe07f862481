import type { Space, Store } from '@recallite/store'

/** How well the vector retriever of a store finds the nearest chunks. */
interface MeasuredRecall {
  /** Chunks with vectors of the space. */
  readonly chunks: number
  /** Chunks whose own vectors were the queries. */
  readonly queries: number
  /** The mean share of the `limit` nearest chunks that are found; 1 if nothing was asked. */
  readonly recall: number
}

const chunksAtOnce = 5_000

/**
 * Measures recall@limit of `findByVector` on the vectors of a store, against the exact similarities of all chunks. Takes a tenth of a
 * second for each query and 10,000 chunks, or so. A chunk's own vector finds that chunk for certain, so it is left out.
 * @throws StoreError `STORE_UNKNOWN_SPACE`, `STORE_NO_VECTOR_SEARCH`
 */
export async function measureRecall(
  store: Store,
  space: Space,
  { queries = 20, limit = 10 } = {},
): Promise<MeasuredRecall> {
  const samples = (await store.sampleVectors?.(space, queries)) ?? []
  const { chunks: most } = await store.status()
  const { ids } = await store.findByWords({ limit: most })
  let [chunks, found, wanted] = [0, 0, 0]
  for (const { id, vector } of samples) {
    const scores = await scoreAll(store, { space, vector }, ids)
    chunks = scores.size
    scores.delete(id)
    const candidates = await store.findByVector({ space, vector, limit: limit + 1 })
    const others = candidates.filter((one) => one.id !== id).slice(0, limit)
    const nearest = [...scores.values()].toSorted((a, b) => b - a).slice(0, limit)
    // A chunk that is as near as the last of the nearest is as good.
    const least = (nearest.at(-1) ?? 1) - 1e-6
    found += others.filter((one) => (scores.get(one.id) ?? -1) >= least).length
    wanted += nearest.length
  }
  return { chunks, queries: samples.length, recall: wanted > 0 ? Math.min(1, found / wanted) : 1 }
}

async function scoreAll(
  store: Store,
  request: { readonly space: Space; readonly vector: Float32Array },
  ids: readonly string[],
): Promise<Map<string, number>> {
  const scores = new Map<string, number>()
  for (let from = 0; from < ids.length; from += chunksAtOnce) {
    const part = await store.scoreByVector({ ...request, ids: ids.slice(from, from + chunksAtOnce) })
    for (const [id, { score }] of part) scores.set(id, score)
  }
  return scores
}
