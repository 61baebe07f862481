import type { Capability, Root, Store, StoreStatus } from '@recallite/store'
import { readCalibration } from './embedding/calibration/calibration.js'
import type { ScriptName } from './embedding/calibration/pairs.js'
import { beingFilled, indexFirst, planQuery, type QueryPlan } from './embedding/embed-query.js'
import { measurePending } from './embedding/fill/pending-texts.js'
import type { Degradation } from './search/answer.js'
import type { SearchSource } from './search/run-stages.js'
import { type EmbeddingBackend, isSpaceOf, localOnlyReason, mayAsk, nameOf } from './embedding/backend.js'

/** What a memory contains, what would answer a query now, and what does not work. */
export interface MemoryStatus
  extends Omit<StoreStatus, 'location' | 'bytes' | 'documents' | 'roots'>, Answering {
  readonly roots: readonly (Root & { readonly files: number; readonly chunks: number })[]
  readonly files: number
  readonly database: { readonly path: string; readonly bytes: number }
  /**
   * Scripts that the model of the latest space cannot read, as constant pairs of questions and passages showed: vectors weigh
   * nothing for queries in them. Null if the space was never calibrated.
   */
  readonly unreadableScripts: readonly ScriptName[] | null
  /** What reranks; null without a reranker. The reason why it cannot answer, as far as that is known without asking it. */
  readonly reranker: RerankerStatus | null
  readonly degraded: readonly Degradation[]
}

/** What reranks. */
export interface RerankerStatus {
  readonly provider: string
  readonly model: string
  /** Where texts are sent; null where they stay on this machine. */
  readonly host: string | null
  /** Null as far as is known. */
  readonly reason: string | null
}

type StatusSource = Pick<SearchSource, 'store' | 'chain' | 'noModelReason' | 'reranker'>

/** What would answer a query instead of the first backend, and why. */
export interface Fallback {
  /** A model, as `provider/model`, or `words`. */
  readonly to: string
  readonly reason: string
}

/** What would answer a query now, as far as that is known without a request. */
export interface Answering {
  /** Of the first backend; null if there is none. */
  readonly provider: string | null
  readonly model: string | null
  /** Null if the first backend answers, and if no embeddings are wanted. */
  readonly fallback: Fallback | null
}

export interface AnsweringFacts<Backend extends EmbeddingBackend> {
  /** As configured, the first choice first. */
  readonly backends: readonly Backend[]
  readonly plan: QueryPlan<Backend>
  /** Why a backend cannot answer, as far as that is known without asking it. */
  readonly obstacleOf: (backend: Backend) => string | undefined
  readonly vectorSearch: Pick<Capability, 'available' | 'reason'>
  /** Why there is no backend; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

/** Reads the state of the store, which backend would answer, and what either retriever needs. Opens no model. */
export async function readMemoryStatus(source: StatusSource): Promise<MemoryStatus> {
  const { store, chain, noModelReason } = source
  const status = await store.status()
  const keyword = status.keywordIndex.reason
  const vector = await vectorReasons(source, status)
  const [first] = chain.backends
  const { backend, roots, documents, chunks, spaces, keywordIndex, vectorSearch, location, bytes } = status
  return {
    backend,
    roots: roots.map(({ documents: files, chunks: held, ...root }) => ({ ...root, files, chunks: held })),
    files: documents,
    chunks,
    spaces,
    keywordIndex,
    vectorSearch,
    database: { path: location, bytes },
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

async function unreadableScripts(store: Store): Promise<ScriptName[] | null> {
  const space = (await store.listSpaces()).at(-1)
  const calibration = space && (await readCalibration(store, space))
  if (!calibration) return null
  const scripts = Object.entries(calibration.scripts) as [ScriptName, unknown][]
  return scripts.flatMap(([script, known]) => (known === null ? [script] : []))
}

function rerankerStatus({ reranker }: StatusSource): RerankerStatus | null {
  if (!reranker) return null
  const { provider, model, host, breaker, obstacle } = reranker
  return { provider, model, host, reason: breaker.reason() ?? obstacle?.() ?? null }
}

/** The space of the first backend: the one chosen last may be that of its fallback. */
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
  // Texts of documents that look like secrets never get a vector of a remote model.
  const host = hostOf(chain.backends, current.source)
  const { texts, secretDocuments } =
    host === null ? { texts: pending, secretDocuments: [] } : await measurePending(store, current, host)
  const withheld = secretDocuments.length
  return [
    ...(texts > 0
      ? [`${texts} texts have no vector of ${model} yet: ${isFilled ? indexFirst : beingFilled}`]
      : []),
    ...(withheld > 0
      ? [`${withheld} files look like secrets and are not sent to be embedded: words find them`]
      : []),
  ]
}

/** Which backend would answer a query now in place of the first, and why. Pure. */
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
  const unindexed = plan.withoutVectors.map((backend) => `${nameOf(backend)} has no vectors here`)
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

/** The first backend that could answer, and why those before it could not. */
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
