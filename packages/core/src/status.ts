import type { Store, StoreStatus } from '@recallite/store'
import type { EmbeddingChain } from './embedding/chain.js'
import { measurePending } from './embedding/fill/measure-pending.js'
import { planQuery } from './embedding/plan-query.js'
import { whoAnswers, type Answering } from './embedding/who-answers.js'

/** What a memory holds, what would answer a question now, and what does not work. */
export interface MemoryStatus extends StoreStatus, Answering {
  readonly degraded: readonly { readonly retriever: 'keyword' | 'vector'; readonly reason: string }[]
}

/** What is said of texts without a vector: some never get one, as they are not to be sent. */
async function pendingReasons(
  store: Store,
  { pending, ...space }: StoreStatus['spaces'][number],
  isRemote: boolean,
): Promise<string[]> {
  if (pending === 0) return []
  const { model } = space
  const lack = isRemote
    ? await measurePending(store, space, { isRemote })
    : { texts: pending, secretDocuments: [] }
  const kept = lack.secretDocuments.length
  return [
    ...(lack.texts > 0
      ? [`${lack.texts} texts have no vector of ${model} yet: run 'recallite index' with it`]
      : []),
    ...(kept > 0 ? [`${kept} files look like secrets and are not sent to be embedded: words find them`] : []),
  ]
}

/** @param elsewhere sources of links that send texts to another machine */
async function vectorReasons(
  store: Store,
  { vectorSearch, spaces, chunks }: StoreStatus,
  elsewhere: readonly string[],
): Promise<string[]> {
  if (!vectorSearch.available) return [vectorSearch.reason ?? 'vector search is not available']
  if (chunks > 0 && spaces.length === 0)
    return ["nothing is embedded: run 'recallite index --model FILE' for search by meaning"]
  const current = spaces.at(-1)
  return current === undefined ? [] : pendingReasons(store, current, elsewhere.includes(current.source ?? ''))
}

/** Who embeds for a memory. */
export interface StatusSource {
  readonly store: Store
  readonly chain: EmbeddingChain
  /** Why there is no model; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

function answeringOf({ chain, noModelReason }: StatusSource, status: StoreStatus): Answering {
  const { links, remembered } = chain
  const { spaces, vectorSearch } = status
  return whoAnswers({
    links,
    plan: planQuery({ links, spaces, remembered }),
    obstacleOf: ({ breaker, obstacle }) => breaker.reason() ?? obstacle?.(),
    vectorSearch,
    noModelReason,
  })
}

/** Reads the store's state and says what would answer, and what is missing for both retrievers to work in full. Opens no model. */
export async function readMemoryStatus(source: StatusSource): Promise<MemoryStatus> {
  const { store, chain } = source
  const status = await store.status()
  const elsewhere = chain.links.filter(({ host }) => host !== null).map((link) => link.source)
  const keyword = status.keywordIndex.reason === null ? [] : [status.keywordIndex.reason]
  const vector = await vectorReasons(store, status, elsewhere)
  return {
    ...status,
    ...answeringOf(source, status),
    degraded: [
      ...keyword.map((reason) => ({ retriever: 'keyword' as const, reason })),
      ...vector.map((reason) => ({ retriever: 'vector' as const, reason })),
    ],
  }
}
