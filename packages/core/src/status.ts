import type { Capability, Store, StoreStatus } from '@recallite/store'
import type { EmbeddingChain } from './embedding/chain.js'
import { planQuery, type QueryPlan } from './embedding/embed-query.js'
import { measurePending } from './embedding/fill/pending-texts.js'
import { type EmbeddingLink, localOnlyReason, mayAsk, nameOf } from './embedding/link.js'

/** What a memory contains, what would answer a query now, and what does not work. */
export interface MemoryStatus extends StoreStatus, Answering {
  readonly degraded: readonly { readonly retriever: 'keyword' | 'vector'; readonly reason: string }[]
}

interface StatusSource {
  readonly store: Store
  readonly chain: EmbeddingChain
  /** Why there is no model; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

/** What would answer a query instead of the first link, and why. */
export interface Fallback {
  /** A model, as `provider/model`, or `words`. */
  readonly to: string
  readonly reason: string
}

/** What would answer a query now, as far as that is known without a request. */
export interface Answering {
  /** Of the first link; null if there is none. */
  readonly provider: string | null
  readonly model: string | null
  /** Null if the first link answers, and if no embeddings are wanted. */
  readonly fallback: Fallback | null
}

export interface AnsweringFacts<Link extends EmbeddingLink> {
  /** As configured, the first choice first. */
  readonly links: readonly Link[]
  readonly plan: QueryPlan<Link>
  /** Why a link cannot answer, as far as that is known without asking it. */
  readonly obstacleOf: (link: Link) => string | undefined
  readonly vectorSearch: Pick<Capability, 'available' | 'reason'>
  /** Why there is no link; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

/** Reads the state of the store, which link would answer, and what either retriever needs. Opens no model. */
export async function readMemoryStatus(source: StatusSource): Promise<MemoryStatus> {
  const { store, chain } = source
  const status = await store.status()
  const remoteSources = chain.links.filter(({ host }) => host !== null).map((link) => link.source)
  const keyword = status.keywordIndex.reason === null ? [] : [status.keywordIndex.reason]
  const vector = await vectorReasons(store, status, remoteSources)
  return {
    ...status,
    ...answeringOf(source, status),
    degraded: [
      ...keyword.map((reason) => ({ retriever: 'keyword' as const, reason })),
      ...vector.map((reason) => ({ retriever: 'vector' as const, reason })),
    ],
  }
}

/** Which link would answer a query now, and why not the first. Pure. */
export function describeAnswering<Link extends EmbeddingLink>(facts: AnsweringFacts<Link>): Answering {
  const [first] = facts.links
  return { provider: first?.provider ?? null, model: first?.model ?? null, fallback: fallbackOf(facts) }
}

/** @param remoteSources sources of links that send texts to another machine */
async function vectorReasons(
  store: Store,
  { vectorSearch, spaces, chunks }: StoreStatus,
  remoteSources: readonly string[],
): Promise<string[]> {
  if (!vectorSearch.available) return [vectorSearch.reason ?? 'vector search is not available']
  if (chunks > 0 && spaces.length === 0)
    return ["nothing is embedded: run 'recallite index --model FILE' for search by meaning"]
  const current = spaces.at(-1)
  return current === undefined
    ? []
    : pendingReasons(store, current, remoteSources.includes(current.source ?? ''))
}

/** Texts of documents that look like secrets never get a vector of a remote model. */
async function pendingReasons(
  store: Store,
  { pending, ...space }: StoreStatus['spaces'][number],
  isRemote: boolean,
): Promise<string[]> {
  if (pending === 0) return []
  const { model } = space
  const amount = isRemote
    ? await measurePending(store, space, { isRemote })
    : { texts: pending, secretDocuments: [] }
  const kept = amount.secretDocuments.length
  return [
    ...(amount.texts > 0
      ? [`${amount.texts} texts have no vector of ${model} yet: run 'recallite index' with it`]
      : []),
    ...(kept > 0 ? [`${kept} files look like secrets and are not sent to be embedded: words find them`] : []),
  ]
}

function answeringOf({ chain, noModelReason }: StatusSource, status: StoreStatus): Answering {
  const { links, remembered } = chain
  const { spaces, vectorSearch } = status
  return describeAnswering({
    links,
    plan: planQuery({ links, spaces, remembered }),
    obstacleOf: ({ breaker, obstacle }) => breaker.reason() ?? obstacle?.(),
    vectorSearch,
    noModelReason,
  })
}

function fallbackOf<Link extends EmbeddingLink>(facts: AnsweringFacts<Link>): Fallback | null {
  const { links, plan, vectorSearch, noModelReason } = facts
  const [first] = links
  if (!first) return noModelReason === undefined ? null : { to: 'words', reason: noModelReason }
  if (!vectorSearch.available)
    return { to: 'words', reason: vectorSearch.reason ?? 'vectors cannot be searched' }
  const { able, reasons } = firstAvailable(facts)
  if (able === first) return null
  const unindexed = plan.withoutVectors.map((link) => `${nameOf(link)} has no vectors here`)
  const unfinished =
    able && !unindexed.length && !reasons.length ? [`${nameOf(first)} has not finished embedding`] : []
  return {
    to: able ? nameOf(able) : 'words',
    reason: [...unindexed, ...reasons, ...unfinished].join('; '),
  }
}

/** The first link that could answer, and why those before it could not. */
function firstAvailable<Link extends EmbeddingLink>({ plan, obstacleOf }: AnsweringFacts<Link>) {
  const reasons: string[] = []
  let hasLocalFailed = false
  for (const link of plan.asked) {
    const obstacle = mayAsk(link, hasLocalFailed) ? obstacleOf(link) : localOnlyReason
    if (obstacle === undefined) return { able: link, reasons }
    reasons.push(`${nameOf(link)}: ${obstacle}`)
    hasLocalFailed ||= link.host === null
  }
  return { able: undefined, reasons }
}
