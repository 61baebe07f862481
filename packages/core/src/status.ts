import type { Store, StoreStatus } from '@recallite/store'

/** What a memory holds, and what of it does not work. */
export interface MemoryStatus extends StoreStatus {
  readonly degraded: readonly { readonly retriever: 'keyword' | 'vector'; readonly reason: string }[]
}

function vectorReasons({ vectorSearch, spaces, chunks }: StoreStatus): string[] {
  if (!vectorSearch.available) return [vectorSearch.reason ?? 'vector search is not available']
  if (chunks > 0 && spaces.length === 0)
    return ["nothing is embedded: run 'recallite index --model FILE' for search by meaning"]
  return spaces
    .filter(({ pending }) => pending > 0)
    .map(
      ({ model, pending }) =>
        `${pending} texts have no vector of ${model} yet: run 'recallite index' with it`,
    )
}

/** Reads the store's state and says what is missing for both retrievers to work in full. */
export async function readMemoryStatus(store: Store): Promise<MemoryStatus> {
  const status = await store.status()
  const keyword = status.keywordIndex.reason === null ? [] : [status.keywordIndex.reason]
  return {
    ...status,
    degraded: [
      ...keyword.map((reason) => ({ retriever: 'keyword' as const, reason })),
      ...vectorReasons(status).map((reason) => ({ retriever: 'vector' as const, reason })),
    ],
  }
}
