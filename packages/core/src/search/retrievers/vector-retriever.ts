import type { Space, Store } from '@recallite/store'
import { nameOf } from '../../embedding/backend.js'
import type { ScriptName } from '../../embedding/calibration/pairs.js'
import type { EmbeddingChain } from '../../embedding/chain.js'
import type { EmbeddedQuery } from '../../embedding/embed-query.js'
import { cosineScaleOf, type CosineScale } from '../confidence.js'
import { withRequiredTerms } from '../stages/parse.js'
import { foundNothing, type Retriever } from '../stages/retrieve.js'

/** What the vector retriever works with. */
export interface VectorSource {
  readonly store: Store
  readonly chain: EmbeddingChain
  /** Why there is no model; undefined if none is wanted. */
  readonly noModelReason: string | undefined
  /** What cosines mean between a question and what is searched; default: as between a question and a passage of a file. */
  readonly adjustScale?: ((scale: CosineScale) => CosineScale) | undefined
  /** For embedding the query, in milliseconds. */
  readonly deadline: number
  /** What embedding queries gave to this search already: a search of both kinds embeds once. */
  readonly embedded?: Map<string, Promise<EmbeddedQuery>> | undefined
  /** Aborting it rejects the search. */
  readonly signal?: AbortSignal | undefined
}

/** Embeds the query and finds the nearest chunks in the space of the model that embedded it. */
export function createVectorRetriever(source: VectorSource): Retriever {
  const { store, chain, noModelReason, adjustScale, deadline, signal } = source
  return {
    name: 'vector',
    minimum: -1,
    readsTerms: false,
    async find({ query, filter, settings }, corrected) {
      if (chain.backends.length === 0)
        return foundNothing('off', noModelReason === undefined ? [] : [noModelReason])
      // A program without a model should not wait for the code that asks one.
      const { embedQuery, readCalibration } = await loadEmbedding()
      const limits = { deadline, signal }
      const { wanted, meanings } = query
      const text = meanings ? `${wanted} (${meanings.join(', ')})` : wanted
      const embed = () => embedQuery(text, source, limits)
      const { queryVector, reasons, isFailed } = await embedOnce(text, source, embed)
      if (!queryVector) return foundNothing(isFailed ? 'failed' : 'off', reasons)
      const { space, vector, time } = queryVector
      // Only required terms depend on the corrected query, which takes longer.
      const required = withRequiredTerms(filter, query.required ? await corrected : query)
      const nearest = { space, vector, limit: settings.candidates, filter: required }
      // A server answers both in the time of one.
      const [calibration, candidates] = await Promise.all([
        readCalibration(store, space),
        store.findByVector(nearest),
      ])
      const scale = cosineScaleOf(calibration, query.wanted)
      // Cosines that mean nothing would only disturb the other retriever.
      if (typeof scale === 'string') return foundNothing('off', [...reasons, unreadable(space, scale)])
      const scoreAll = (ids: readonly string[]) => store.scoreByVector({ space, vector, ids })
      return {
        candidates,
        score: async (ids) => new Map(Array.from(await scoreAll(ids), ([id, { score }]) => [id, { score }])),
        nearest: async (ids) =>
          new Map(Array.from(await scoreAll(ids), ([id, { nearest: part }]) => [id, part])),
        reasons,
        scale: adjustScale?.(scale) ?? scale,
        embedded: { provider: space.provider, model: space.model, time },
      }
    },
  }
}

function embedOnce(text: string, { embedded }: VectorSource, embed: () => Promise<EmbeddedQuery>) {
  const embedding = embedded?.get(text) ?? embed()
  embedded?.set(text, embedding)
  return embedding
}

function unreadable(space: Space, script: ScriptName): string {
  return `${nameOf(space)} does not tell related texts in the script ${script} from others: words alone answer`
}

async function loadEmbedding() {
  const { embedQuery } = await import('../../embedding/embed-query.js')
  const { readCalibration } = await import('../../embedding/calibration/calibration.js')
  return { embedQuery, readCalibration }
}
