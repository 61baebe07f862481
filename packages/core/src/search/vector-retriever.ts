import type { SearchFilter, Store } from '@recallite/store'
import type { EmbeddingChain } from '../embedding/chain.js'
import { embedQuery, type QueryVector } from '../embedding/embed-query.js'
import { notAsked, retrieve, type Retrieval } from './retrieval.js'
import type { SearchSettings } from './search-options.js'

/** What the vector retriever needs besides the query. */
export interface VectorSource {
  readonly store: Store
  readonly chain: EmbeddingChain
  /** Why there is no model, if that should be told. */
  readonly noModelReason: string | undefined
  /** For embedding the query, in milliseconds. */
  readonly deadline: number
  /** Aborting it rejects the search. */
  readonly signal?: AbortSignal | undefined
}

/** What the vector retriever brought, and the query's vector for scoring further chunks. */
export interface VectorRetrieval extends Retrieval {
  readonly queryVector: QueryVector | undefined
}

/** What the vector retriever is asked. */
export interface VectorAsk {
  /** What to embed. */
  readonly text: string
  /** Waited for once the text is embedded. */
  readonly filter: Promise<SearchFilter>
}

/** Embeds the query and finds the nearest chunks in the space of the model that embedded it. */
export async function retrieveByVector(
  { text, filter }: VectorAsk,
  { store, chain, noModelReason, deadline, signal }: VectorSource,
  settings: SearchSettings,
): Promise<VectorRetrieval> {
  if (settings.weights.vector === 0) return { ...notAsked(), queryVector: undefined }
  if (chain.links.length === 0) return { ...notAsked(noModelReason), queryVector: undefined }
  let queryVector: QueryVector | undefined
  const retrieval = await retrieve(async () => {
    const {
      queryVector: embedded,
      reasons,
      isFailed,
    } = await embedQuery(text, { store, chain }, { deadline, signal })
    if (!embedded) return { hits: [], reasons, isOff: !isFailed, isFailed }
    const { space, vector } = embedded
    const { candidates: limit } = settings
    const hits = await store.searchVector({ space, vector, limit, filter: await filter })
    queryVector = embedded
    return { hits, reasons }
  })
  signal?.throwIfAborted()
  return { ...retrieval, queryVector }
}
