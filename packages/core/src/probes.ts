import { checked, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Space } from '@recallite/store'
import { askBackendsInOrder, embedQuery } from './embedding/embed-query.js'
import { canarySentence, verifyModel } from './embedding/canary.js'
import type { EmbeddingBackend } from './embedding/backend.js'
import type { Degradation, SearchAnswer } from './search/answer.js'
import type { SearchSource } from './search/run-stages.js'

/** Whether queries can be embedded. */
export interface EmbeddingAvailability {
  /** Whether a query can be embedded now; in an empty index, whether the first model answers. */
  readonly available: boolean
  /** The model that answered; null without one. */
  readonly provider: string | null
  readonly model: string | null
  /** Why not, why not by the first model, or that no text is embedded yet; null otherwise. */
  readonly reason: string | null
}

/** The result of `proveBackend`. */
export interface ProvenBackend {
  readonly dimensions: number
  /** Whether the index has vectors of this model, and one of them verified it. */
  readonly isKnown: boolean
}

/** Embeds a sentence like a query, with the same backends, deadlines and checks. */
export async function probeEmbedding(source: SearchSource): Promise<EmbeddingAvailability> {
  const { store, chain, deadline, noModelReason = 'no embedding model is configured' } = source
  if (chain.backends.length === 0) return availability(undefined, [noModelReason])
  const limit = { deadline, signal: undefined }
  const { queryVector, reasons, isFailed } = await embedQuery(canarySentence, source, limit)
  const isTried = queryVector || isFailed || (await store.listSpaces()).some(({ hasVectors }) => hasVectors)
  return isTried ? availability(queryVector?.space, reasons) : probeFirst(source, reasons)
}

/** Loads the models of the first search, and returns failures. */
export async function warmUp(source: SearchSource): Promise<Pick<SearchAnswer, 'degraded'>> {
  const { chain, deadline, noModelReason } = source
  const limit = { deadline, signal: undefined }
  const { reasons } =
    chain.backends.length > 0 ? await embedQuery(canarySentence, source, limit) : { reasons: [noModelReason] }
  const vector = reasons.flatMap((reason) => (reason ? [{ retriever: 'vector' as const, reason }] : []))
  return { degraded: [...vector, ...(await warmUpReranker(source))] }
}

async function warmUpReranker({ reranker, deadline }: SearchSource): Promise<Degradation[]> {
  if (!reranker) return []
  const { askReranker } = await import('./rerank/reranker.js')
  const limits = { openDeadline: deadline, deadline, signal: undefined }
  const answer = await askReranker(reranker, { query: canarySentence, texts: [canarySentence] }, limits)
  return 'reason' in answer ? [{ retriever: 'reranker', reason: answer.reason }] : []
}

/**
 * Opens a backend's model, embeds the canary sentence and closes the model. If the index has the sentence's vector, the new one
 * must equal it.
 * @throws EmbeddingError; the signal's reason
 */
export async function proveBackend(
  backend: EmbeddingBackend,
  { spaces, signal }: { spaces: readonly KeptSpace[]; signal: AbortSignal },
): Promise<ProvenBackend> {
  let model: EmbeddingModel | undefined
  const opening = backend.open(signal)
  try {
    model = await untilAborted(opening, signal)
    const { stored } = await verifyModel(checked(model), spaces, { signal })
    return { dimensions: model.identity.dimensions, isKnown: stored !== null }
  } finally {
    if (model) await model.dispose?.()
    // Also closes a model that opens too late.
    else opening.then((late) => late.dispose?.()).catch(() => undefined)
  }
}

function availability(answeredBy: Pick<Space, 'provider' | 'model'> | undefined, reasons: readonly string[]) {
  const { provider = null, model = null } = answeredBy ?? {}
  return { available: answeredBy !== undefined, provider, model, reason: reasons.join('; ') || null }
}

/** Only the first backend fills an empty index. */
async function probeFirst({ chain, deadline }: SearchSource, emptyReasons: readonly string[]) {
  const { answered, failures } = await askBackendsInOrder(
    chain.backends.slice(0, 1),
    async (backend, signal) => verifyModel(await untilAborted(backend.forQueries(), signal), [], { signal }),
    { deadline, signal: undefined },
  )
  return availability(answered?.backend, answered ? emptyReasons : failures)
}
