import { reasonOf } from '../../reason-of.js'
import type { Degradation } from '../answer.js'
import { hasAnswered, type Retrieval, type RetrieverScore } from '../retrievers/retriever.js'
import type { Retrieved } from './retrieve.js'

/** A retriever's scores of all retrievers' candidates. */
export interface CompleteRetrieval extends Retrieval {
  /** By item; those that it cannot score are left out. */
  readonly scores: ReadonlyMap<string, RetrieverScore>
}

/** All retrievers' scores of all candidates. */
export interface Completed extends Retrieved {
  readonly retrievals: readonly CompleteRetrieval[]
  /** What does not work as it should. */
  readonly degraded: readonly Degradation[]
}

/** Asks each retriever for its score of what only the others found: one look-up each. */
export async function complete({ query, retrievals }: Retrieved): Promise<Completed> {
  const ids = [...new Set(retrievals.flatMap(({ candidates }) => candidates.map(({ id }) => id)))]
  const completed = await Promise.all(retrievals.map((retrieval) => completeOne(retrieval, ids)))
  return {
    query,
    retrievals: completed.map(({ retrieval }) => retrieval),
    degraded: completed.flatMap(({ degraded }) => degraded),
  }
}

/** If the look-up fails, only what the retriever found has its score, and the answer reports why. */
async function completeOne(retrieval: Retrieval, ids: readonly string[]) {
  const { retriever, candidates } = retrieval
  const found = new Map<string, RetrieverScore>(candidates.map(({ id, ...score }) => [id, score]))
  const rest = ids.filter((id) => !found.has(id))
  try {
    const scored = rest.length > 0 ? await retrieval.score(rest) : []
    const scores = new Map([...found, ...scored])
    const hasMissing = retriever.name === 'vector' && hasAnswered(retrieval) && scores.size < ids.length
    return { retrieval: { ...retrieval, scores }, degraded: hasMissing ? [missingVectors] : [] }
  } catch (error) {
    const degraded = [{ retriever: retriever.name, reason: reasonOf(error) }]
    return { retrieval: { ...retrieval, scores: found }, degraded }
  }
}

const missingVectors: Degradation = {
  retriever: 'vector',
  reason: "some of the candidates have no vector yet: run 'recallite index' with the model",
}
