import type { Store } from '@recallite/store'
import type { EmbeddingChain } from '../../embedding/chain.js'
import { embedQuery } from '../../embedding/embed-query.js'
import { filterFor } from '../question.js'
import { foundNothing, type Retriever } from './retriever.js'

/** What the vector retriever works with. */
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

/** Embeds the query and finds the nearest chunks in the space of the model that embedded it. */
export function createVectorRetriever(source: VectorSource): Retriever {
  const { store, chain, noModelReason, deadline, signal } = source
  return {
    name: 'vector',
    minimum: -1,
    readsWords: false,
    async find({ question, filter, settings }, corrected) {
      if (chain.backends.length === 0)
        return foundNothing('off', noModelReason === undefined ? [] : [noModelReason])
      const { queryVector, reasons, isFailed } = await embedQuery(
        question.wanted,
        { store, chain },
        { deadline, signal },
      )
      if (!queryVector) return foundNothing(isFailed ? 'failed' : 'off', reasons)
      const { space, vector, time } = queryVector
      // Only words that a text must have depend on the corrected question.
      const read = question.required ? await corrected : question
      const { candidates: limit } = settings
      const hits = await store.findByVector({ space, vector, limit, filter: filterFor(read, filter) })
      return {
        candidates: hits,
        score: async (ids) => {
          const cosines = await store.scoreByVector({ space, vector, ids })
          return new Map(Array.from(cosines, ([id, score]) => [id, { score }]))
        },
        reasons,
        embedded: { provider: space.provider, model: space.model, time },
      }
    },
  }
}
