import { untilAborted } from '@recallite/embeddings'
import type { Space } from '@recallite/store'
import { askInTurn } from './embedding/ask-in-turn.js'
import { canarySentence } from './embedding/canary.js'
import { embedQuery } from './embedding/embed-query.js'
import { proveModel } from './embedding/prove-model.js'
import type { SearchSource } from './search/search.js'

/** Whether questions can be embedded. */
export interface EmbeddingAvailability {
  /** Whether a question would be embedded now; where nothing is embedded yet, whether the model answers that is to do it. */
  readonly available: boolean
  /** Of the model that answered; null without one. */
  readonly provider: string | null
  readonly model: string | null
  /** Why not, why by another model than the first, or that nothing is embedded yet; null where all is well. */
  readonly reason: string | null
}

/** What a probe needs. */
export type ProbeSource = Pick<SearchSource, 'store' | 'chain' | 'noModelReason' | 'deadline'>

function answeredBy(
  { provider, model }: Pick<Space, 'provider' | 'model'>,
  reasons: readonly string[],
): EmbeddingAvailability {
  return { available: true, provider, model, reason: reasons.join('; ') || null }
}

function unanswered(reasons: readonly string[]): EmbeddingAvailability {
  return { available: false, provider: null, model: null, reason: reasons.join('; ') }
}

/** The first link fills an empty index; no other does because that one failed. */
async function probeFirst(
  { chain, deadline }: ProbeSource,
  emptyReasons: readonly string[],
): Promise<EmbeddingAvailability> {
  const { answered, failures } = await askInTurn(
    chain.links.slice(0, 1),
    async (link, signal) => proveModel(await untilAborted(link.forQueries(), signal), [], { signal }),
    { deadline, signal: undefined },
  )
  return answered ? answeredBy(answered.link, emptyReasons) : unanswered(failures)
}

/** Has a sentence embedded as a question is: with the same deadlines, pauses and proofs, and sent nowhere else. */
export async function probeEmbedding(source: ProbeSource): Promise<EmbeddingAvailability> {
  const { store, chain, deadline, noModelReason = 'no embedding model is configured' } = source
  if (chain.links.length === 0) return unanswered([noModelReason])
  const patience = { deadline, signal: undefined }
  const { queryVector, reasons, isFailed } = await embedQuery(canarySentence, source, patience)
  if (queryVector) return answeredBy(queryVector.space, reasons)
  if (isFailed || (await store.listSpaces()).some(({ hasVectors }) => hasVectors)) return unanswered(reasons)
  return probeFirst(source, reasons)
}
