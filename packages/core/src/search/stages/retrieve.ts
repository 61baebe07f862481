import { foundNothing, retrieveBy, type Retrieval, type Retriever } from '../retrievers/retriever.js'
import type { Query } from '../query.js'
import type { Parsed } from './parse.js'

/** What all retrievers found. */
export interface Retrieved {
  /** The query after spelling correction. */
  readonly query: Query
  /** One for each retriever, in their order. */
  readonly retrievals: readonly Retrieval[]
}

/** Asks all retrievers at once, each shielded from the others' failure; a retriever of weight 0 is not asked. */
export async function retrieve(parsed: Parsed, retrievers: readonly Retriever[]): Promise<Retrieved> {
  const { query, settings } = parsed
  const ask = async (retriever: Retriever, corrected: Promise<Query>): Promise<Retrieval> => {
    if (settings.weights[retriever.name] > 0) return retrieveBy(retriever, parsed, corrected)
    const nothing = foundNothing('off', [])
    return { retriever, ...nothing, time: 0 }
  }
  const readers = retrievers.filter(({ readsTerms }) => readsTerms)
  const reading = new Map(readers.map((retriever) => [retriever, ask(retriever, Promise.resolve(query))]))
  const corrected = Promise.all(reading.values()).then(
    (retrievals) => retrievals.find((retrieval) => retrieval.query)?.query ?? query,
  )
  const retrievals = await Promise.all(
    retrievers.map((retriever) => reading.get(retriever) ?? ask(retriever, corrected)),
  )
  return { query: await corrected, retrievals }
}
