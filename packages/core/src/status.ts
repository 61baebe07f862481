import type { Capability, Root, Store, StoreStatus } from '@recallite/store'
import { readCalibration } from './embedding/calibration/calibration.js'
import type { ScriptName } from './embedding/calibration/pairs.js'
import { beingFilled, indexFirst, planQuery, type QueryPlan } from './embedding/embed-query.js'
import { measurePending } from './embedding/fill/pending-texts.js'
import type { Degradation } from './search/answer.js'
import type { SearchSource } from './search/run-stages.js'
import { type EmbeddingBackend, isSpaceOf, localOnlyReason, mayAsk, nameOf } from './embedding/backend.js'

/** The content of a memory, what would answer a query now, and failures. */
export interface MemoryStatus
  extends Omit<StoreStatus, 'location' | 'bytes' | 'documents' | 'roots'>, Answering {
  readonly roots: readonly (Root & { readonly files: number; readonly chunks: number })[]
  readonly files: number
  readonly database: { readonly path: string; readonly bytes: number }
  /** Where texts may be sent for embedding, in the order of the backends; empty if they stay on this machine. */
  readonly destinations: readonly { readonly name: string; readonly host: string }[]
  /** Scripts that the model of the latest space cannot read, so that queries in them use only keywords; null if not calibrated. */
  readonly unreadableScripts: readonly ScriptName[] | null
  /** Null without a reranker. */
  readonly reranker: RerankerStatus | null
  readonly degraded: readonly Degradation[]
}

/** The reranker of a memory. */
export interface RerankerStatus {
  readonly provider: string
  readonly model: string
  /** The host that texts are sent to; null if they stay on this machine. */
  readonly host: string | null
  /** Why it cannot answer, if this is known without a request; otherwise null. */
  readonly reason: string | null
}

type StatusSource = Pick<SearchSource, 'store' | 'chain' | 'noModelReason' | 'reranker'>

/** What would answer a query instead of the first backend. */
export interface Fallback {
  /** A model, as `provider/model`, or `words`. */
  readonly to: string
  readonly reason: string
}

/** What would answer a query now, without a request. */
export interface Answering {
  /** The first backend; null without one. */
  readonly provider: string | null
  readonly model: string | null
  /** Null if the first backend answers, or if embeddings are switched off. */
  readonly fallback: Fallback | null
}

export interface AnsweringFacts<Backend extends EmbeddingBackend> {
  /** In order of preference. */
  readonly backends: readonly Backend[]
  readonly plan: QueryPlan<Backend>
  /** Why a backend cannot answer, without a request. */
  readonly obstacleOf: (backend: Backend) => string | undefined
  readonly vectorSearch: Pick<Capability, 'available' | 'reason'>
  /** Why there is no backend; undefined if embeddings are switched off. */
  readonly noModelReason: string | undefined
}

/** Reads the state of the store and of the backends. Opens no model. */
export async function readMemoryStatus(source: StatusSource): Promise<MemoryStatus> {
  const { store, chain, noModelReason } = source
  const status = await store.status()
  const keyword = status.keywordIndex.reason
  const vector = await vectorReasons(source, status)
  const [first] = chain.backends
  const { backend, roots, documents, chunks, spaces, keywordIndex, vectorSearch, location, bytes } = status
  return {
    backend,
    roots: roots.map(({ documents: files, chunks: count, ...root }) => ({ ...root, files, chunks: count })),
    files: documents,
    chunks,
    spaces,
    keywordIndex,
    vectorSearch,
    database: { path: location, bytes },
    destinations: destinationsOf(chain.backends),
    provider: first?.provider ?? null,
    model: first?.model ?? null,
    fallback: fallbackOf({
      backends: chain.backends,
      plan: planQuery(chain, spaces),
      obstacleOf: (held) => held.breaker.reason() ?? held.obstacle?.(),
      vectorSearch,
      noModelReason,
    }),
    unreadableScripts: await unreadableScripts(store),
    reranker: rerankerStatus(source),
    degraded: [
      ...(keyword === null ? [] : [{ retriever: 'keyword' as const, reason: keyword }]),
      ...vector.map((reason) => ({ retriever: 'vector' as const, reason })),
    ],
  }
}

function destinationsOf(backends: readonly EmbeddingBackend[]): MemoryStatus['destinations'] {
  const local = backends.findIndex(({ host }) => host === null)
  return backends.flatMap((backend, position) => {
    const isAllowed = mayAsk(backend, local !== -1 && local < position)
    return backend.host !== null && isAllowed ? [{ name: nameOf(backend), host: backend.host }] : []
  })
}

async function unreadableScripts(store: Store): Promise<ScriptName[] | null> {
  const space = (await store.listSpaces()).at(-1)
  const calibration = space && (await readCalibration(store, space))
  if (!calibration) return null
  const scripts = Object.entries(calibration.scripts) as [ScriptName, unknown][]
  return scripts.flatMap(([script, scale]) => (scale === null ? [script] : []))
}

function rerankerStatus({ reranker }: StatusSource): RerankerStatus | null {
  if (!reranker) return null
  const { provider, model, host, breaker, obstacle } = reranker
  return { provider, model, host, reason: breaker.reason() ?? obstacle?.() ?? null }
}

/** The space of the first backend; the latest space may belong to a fallback. */
function spaceInUse({ backends: [first] }: StatusSource['chain'], spaces: StoreStatus['spaces']) {
  return (first && spaces.findLast((space) => isSpaceOf(space, first))) ?? spaces.at(-1)
}

async function vectorReasons({ store, chain }: StatusSource, status: StoreStatus): Promise<string[]> {
  const { vectorSearch, spaces, chunks } = status
  if (!vectorSearch.available) return [vectorSearch.reason ?? 'vector search is not available']
  const current = spaceInUse(chain, spaces)
  if (!current) return chunks > 0 ? ["nothing is embedded: run 'recallite setup' for search by meaning"] : []
  const { pending, model, isFilled } = current
  if (pending === 0) return []
  // Documents that look like secrets are never embedded by a remote model.
  const host = hostOf(chain.backends, current.source)
  const { texts, secretDocuments } =
    host === null ? { texts: pending, secretDocuments: [] } : await measurePending(store, current, host)
  const withheld = secretDocuments.length
  return [
    ...(texts > 0
      ? [`${texts} texts have no vector of ${model} yet: ${isFilled ? indexFirst : beingFilled}`]
      : []),
    ...(withheld > 0
      ? [`${withheld} files look like secrets and were not embedded: only keyword search finds them`]
      : []),
  ]
}

/** Which backend would answer a query now instead of the first, and why. */
export function fallbackOf<Backend extends EmbeddingBackend>(
  facts: AnsweringFacts<Backend>,
): Fallback | null {
  const { backends, plan, vectorSearch, noModelReason } = facts
  const [first] = backends
  if (!first) return noModelReason === undefined ? null : { to: 'words', reason: noModelReason }
  if (!vectorSearch.available)
    return { to: 'words', reason: vectorSearch.reason ?? 'vectors cannot be searched' }
  const { able, reasons } = firstAvailable(facts)
  if (able === first) return null
  const isBetter = (backend: Backend) => !able || !backends.includes(able) || isBefore(backend, able)
  const isBefore = (a: Backend, b: Backend) => backends.indexOf(a) < backends.indexOf(b)
  const unindexed = plan.withoutVectors.filter(isBetter).map((backend) => {
    const obstacle = facts.obstacleOf(backend)
    return `${nameOf(backend)}${obstacle === undefined ? ' has no vectors in this index' : `: ${obstacle}`}`
  })
  const unfinished =
    able && !unindexed.length && !reasons.length ? [`${nameOf(first)} has not finished embedding`] : []
  return {
    to: able ? nameOf(able) : 'words',
    reason: [...unindexed, ...reasons, ...unfinished].join('; '),
  }
}

function hostOf(backends: readonly EmbeddingBackend[], source: string | null): string | null {
  return backends.find((backend) => backend.source === source)?.host ?? null
}

/** The first backend that can answer, and why those before it cannot. */
function firstAvailable<Backend extends EmbeddingBackend>({ plan, obstacleOf }: AnsweringFacts<Backend>) {
  const reasons: string[] = []
  let hasLocalFailed = false
  for (const backend of plan.usable) {
    const obstacle = mayAsk(backend, hasLocalFailed) ? obstacleOf(backend) : localOnlyReason
    if (obstacle === undefined) return { able: backend, reasons }
    reasons.push(`${nameOf(backend)}: ${obstacle}`)
    hasLocalFailed ||= backend.host === null
  }
  return { able: undefined, reasons }
}
