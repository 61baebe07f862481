import { invalidOption } from '../../errors.js'
import { assertSpecification } from '../../specification.js'
import { createKeywordRetriever } from './keyword-retriever.js'
import type { Retriever } from './retriever.js'
import { createVectorRetriever, type VectorSource } from './vector-retriever.js'

/** Names with another meaning in answers. */
const reserved = new Set(['keyword', 'vector', 'reranker', 'index', 'hybrid', 'none'])

/**
 * The retrievers of a memory, in the order of explanations: keyword, vector, then additional ones.
 * @throws MemoryError `OPTION_INVALID` for an additional one whose name is taken or reserved; `SPECIFICATION_UNSUPPORTED`
 */
export function chooseRetrievers(source: VectorSource, additional: readonly Retriever[] = []): Retriever[] {
  const names = new Set(reserved)
  for (const retriever of additional) {
    const { name, weight = 0 } = assertSpecification(retriever, `retriever ${retriever.name}`)
    if (names.has(name) || !name)
      throw invalidOption(`The retriever name ${JSON.stringify(name)} is reserved or taken; choose another.`)
    if (!(weight >= 0 && weight < Infinity))
      throw invalidOption(`The weight of the retriever ${name} is ${weight}; it must be a number, 0 or more.`)
    names.add(name)
  }
  // Only built-in retrievers have no weight. `Object.create`, because methods may use `this`.
  const weighted = additional.map((retriever): Retriever =>
    Object.create(retriever, { weight: { value: retriever.weight ?? 0 } }),
  )
  return [createKeywordRetriever(), createVectorRetriever(source), ...weighted]
}
