import { StoreError, type Space, type Store } from '@recallite/store'
import { nameOf } from '../../embedding/backend.js'
import type { ScriptName } from '../../embedding/calibration/pairs.js'
import type { EmbeddingChain } from '../../embedding/chain.js'
import type { EmbeddedQuery } from '../../embedding/embed-query.js'
import { cosineScaleOf } from '../confidence.js'
import { foundNothing, type RetrievalRequest, type Retriever } from './retriever.js'

/** The models and settings of the vector retriever. */
export interface VectorSource {
  readonly store: Store
  readonly chain: EmbeddingChain
  /** Why there is no model; undefined if that needs no report. */
  readonly noModelReason: string | undefined
  /** For embedding the query, in milliseconds. */
  readonly deadline: number
}

/** Embeds the query once, and finds the nearest chunks of each kind in the model's space. */
export function createVectorRetriever(source: VectorSource): Retriever<EmbeddedQuery | undefined> {
  const { chain, noModelReason, deadline } = source
  return {
    specificationVersion: 'v1',
    name: 'vector',
    kinds: ['file', 'record'],
    minimum: -1,
    nameWeight: -0.25,
    async prepare({ plainText, meanings, isSecret }, { signal }) {
      if (chain.backends.length === 0) return undefined
      // Without a model, this code is not loaded.
      const { embedQuery } = await import('../../embedding/embed-query.js')
      const text = meanings ? `${plainText} (${meanings.join(', ')})` : plainText
      return embedQuery(text, source, { deadline, signal, isSecret })
    },
    async find(request) {
      const { prepared, store, query, filter, limit } = request
      if (!prepared) return foundNothing('off', noModelReason === undefined ? [] : [noModelReason])
      const { queryVector, reasons, isFailed } = prepared
      if (!queryVector) return foundNothing(isFailed ? 'failed' : 'off', reasons)
      const { space, vector, time } = queryVector
      const { readCalibration } = await import('../../embedding/calibration/calibration.js')
      const [calibration, candidates] = await Promise.all([
        readCalibration(store, space),
        store.findByVector({ space, vector, limit, filter }).catch(noVectors),
      ])
      const scale = cosineScaleOf(calibration, query.plainText)
      // Meaningless cosines would only distort the fusion.
      if (typeof scale === 'string') return foundNothing('off', [...reasons, unreadable(space, scale)])
      return {
        candidates: candidates.map((candidate) => ({ ...candidate, cosine: candidate.score })),
        reasons,
        missingReason: "some candidates have no vector yet: run 'recallite index' with the model",
        // The cosines of records vary more, since they are shorter than the texts of the calibration.
        scale: { ...scale, deviation: (request.kind === 'record' ? 1.1 : 1) * scale.deviation },
        embedded: { provider: space.provider, model: space.model, time },
      }
    },
    score: async (ids, request) =>
      new Map(Array.from(await compare(ids, request), ([id, { score }]) => [id, { score, cosine: score }])),
    nearest: async (ids, request) =>
      new Map(Array.from(await compare(ids, request), ([id, { nearest }]) => [id, nearest])),
  }
}

async function compare(
  ids: readonly string[],
  { store, prepared }: RetrievalRequest<EmbeddedQuery | undefined>,
) {
  if (!prepared?.queryVector) return []
  const { space, vector } = prepared.queryVector
  return store.scoreByVector({ space, vector, ids }).catch(noVectors)
}

/** Files and records may be in different stores, and one may have no vectors of the model yet. */
function noVectors(error: unknown): [] {
  if (StoreError.isInstance(error) && error.code === 'STORE_UNKNOWN_SPACE') return []
  throw error
}

function unreadable(space: Space, script: ScriptName): string {
  return `${nameOf(space)} cannot compare texts in ${script} script: only keyword search is used`
}
