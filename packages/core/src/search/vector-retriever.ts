import type { Space, Store } from '@recallite/store'
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
}

/** What the vector retriever brought, and the query's vector for scoring further chunks. */
export interface VectorRetrieval extends Retrieval {
  readonly queryVector: QueryVector | undefined
}

const noVectors = "nothing is embedded yet: run 'recallite index' with the model"

function isSameSpace(a: Space, b: Space): boolean {
  return (
    a.provider === b.provider &&
    a.model === b.model &&
    a.dimensions === b.dimensions &&
    a.promptStyle === b.promptStyle
  )
}

/** What is missing of the space, if anything. */
async function reasonsOf(store: Store, space: Space): Promise<string[]> {
  const pending = (await store.pendingTexts(space, { limit: 1 })).length
  return pending > 0 ? ["some chunks have no vector yet: run 'recallite index' with the model"] : []
}

/** Embeds the query and finds the nearest chunks in the space of the model that embedded it. */
export async function retrieveByVector(
  query: string,
  { store, openModel, noModelReason, deadline }: VectorSource,
  settings: SearchSettings,
): Promise<VectorRetrieval> {
  if (settings.weights.vector === 0) return { ...notAsked(), queryVector: undefined }
  if (!openModel) return { ...notAsked(noModelReason), queryVector: undefined }
  const spaces = await store.listSpaces()
  if (spaces.length === 0) return { ...notAsked(noVectors), queryVector: undefined }
  let queryVector: QueryVector | undefined
  const retrieval = await retrieve(async () => {
    const embedded = await embedQuery(query, openModel, deadline)
    const { space, vector } = embedded
    if (!spaces.some((other) => isSameSpace(other, space))) return { hits: [], reasons: [noVectors] }
    const { candidates, roots } = settings
    const hits = await store.searchVector({ space, vector, limit: candidates, filter: { roots } })
    queryVector = embedded
    return { hits, reasons: await reasonsOf(store, space) }
  })
  return { ...retrieval, queryVector }
}
