import { invalidOption } from '../../errors.js'
import { assertSpecification } from '../../specification.js'
import { createKeywordRetriever } from './keyword-retriever.js'
import type { Retriever } from './retriever.js'
import { createVectorRetriever, type VectorSource } from './vector-retriever.js'

/** Names that answers use for something else. */
const reserved = new Set(['keyword', 'vector', 'reranker', 'index', 'hybrid', 'none'])

/**
 * The retrievers of a memory: by words, by vectors, and additional ones. Their order is that of lists and explanations.
 * @throws MemoryError `OPTION_INVALID` for an additional one whose name is taken or reserved; `SPECIFICATION_UNSUPPORTED`
 */
export function chooseRetrievers(source: VectorSource, additional: readonly Retriever[] = []): Retriever[] {
  const names = new Set(reserved)
  for (const retriever of additional) {
    const { name, weight = 0 } = assertSpecification(retriever, `retriever ${retriever.name}`)
    if (names.has(name) || !name)
      throw invalidOption(
        `A retriever is called ${JSON.stringify(name)}; give it a name that no other one has.`,
      )
    if (!(weight >= 0 && weight < Infinity))
      throw invalidOption(`The weight of the retriever ${name} is ${weight}; it must be a number, 0 or more.`)
    names.add(name)
  }
  const adding = additional.map((retriever) => withWeight(retriever))
  return [createKeywordRetriever(), createVectorRetriever(source), ...adding]
}

/** A retriever with a weight, as only the built-in ones have none. Its methods may use `this`. */
function withWeight(retriever: Retriever): Retriever {
  return Object.create(retriever, { weight: { value: retriever.weight ?? 0 } })
}
