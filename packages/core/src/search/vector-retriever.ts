import type { SearchFilter, Space, Store } from '@recallite/store'
import { isSameSpace } from '../same-space.js'
import { embedQuery, type ModelSource, type QueryVector } from './query-vector.js'
import { notAsked, retrieve, type Retrieval } from './retrieval.js'
import type { SearchSettings } from './search-options.js'

/** What the vector retriever needs besides the query. */
export interface VectorSource {
  readonly store: Store
  readonly openModel: ModelSource | undefined
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

const indexFirst = "run 'recallite index' with it"

/** What is said where the model has no vectors here. */
function noVectorsReason(space: Space, spaces: readonly Space[]): string {
  const others = spaces.map(({ model }) => model).join(', ')
  return `the index has vectors of ${others}, not of ${space.model}: use that model, or ${indexFirst}`
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
  { store, openModel, noModelReason, deadline, signal }: VectorSource,
  settings: SearchSettings,
): Promise<VectorRetrieval> {
  if (settings.weights.vector === 0) return { ...notAsked(), queryVector: undefined }
  if (!openModel) return { ...notAsked(noModelReason), queryVector: undefined }
  let queryVector: QueryVector | undefined
  const retrieval = await retrieve(async () => {
    const spaces = await store.listSpaces()
    if (spaces.length === 0)
      return { hits: [], isOff: true, reasons: [`nothing is embedded yet: ${indexFirst}`] }
    const embedded = await embedQuery(text, openModel, { deadline, signal })
    const { space, vector } = embedded
    if (!spaces.some((other) => isSameSpace(other, space))) {
      return { hits: [], isOff: true, reasons: [noVectorsReason(space, spaces)] }
    }
    const hits = await store.searchVector({
      space,
      vector,
      limit: settings.candidates,
      filter: await filter,
    })
    queryVector = embedded
    return { hits }
  })
  signal?.throwIfAborted()
  return { ...retrieval, queryVector }
}
