import type { Item, Space, Store } from '@recallite/store'

/** How many chunks are compared with the others: one exact search each. */
const sampled = 64
/** How many other documents count for each. */
const neighbours = 5
/** How many chunks are asked for to find that many documents. */
const reach = 50

/**
 * Measures how near the documents of a collection are to each other: the median over a sample of chunks of the mean cosine to
 * the nearest chunk in each of the five nearest other documents. A collection about one subject has higher cosines, also
 * to questions that it does not answer. The single nearest document would fail on repeated texts.
 * @returns null if the store gives no sample, or no chunk has a neighbour in another document
 * @throws StoreError
 */
export async function measureCollection(
  store: Store,
  space: Space,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const sample = (await store.sampleVectors?.(space, sampled)) ?? []
  const means: number[] = []
  for (const { id, vector } of sample) {
    signal?.throwIfAborted()
    const near = await store.findByVector({ space, vector, limit: reach })
    const { items } = await store.readItems([id, ...near.map((candidate) => candidate.id)])
    const documents = new Map(items.map((item) => [item.id, documentOf(item)]))
    const best = new Map<string | undefined, number>([[documents.get(id), 1]])
    for (const candidate of near) {
      const document = documents.get(candidate.id)
      if (!best.has(document)) best.set(document, candidate.score)
    }
    const [, ...others] = best.values()
    if (others.length > 0) means.push(mean(others.slice(0, neighbours)))
  }
  return median(means)
}

function documentOf({ locator }: Item): string {
  return `${locator.root}:${locator.path}`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}
