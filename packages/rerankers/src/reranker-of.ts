import { rerankErrorOf } from './errors.js'
import type { Reranker } from './reranker.js'

/** A model on this machine that scores texts for a query. */
export interface ScoringModel {
  readonly modelName: string
  /** Returns a vector of one number for each text. */
  compute(
    texts: readonly string[],
    options: { readonly query: string; readonly signal: AbortSignal | undefined },
  ): Promise<readonly Float32Array[]>
  /** Releases the model. */
  dispose(): Promise<void>
}

/** The reranker of a model; `scoreOf` converts a number of the model to a probability. Embedding errors become rerank errors. */
export async function rerankerOf(
  opening: Promise<ScoringModel>,
  { provider, scoreOf = (number) => number }: { provider: string; scoreOf?: (number: number) => number },
): Promise<Reranker> {
  const model = await opening.catch(throwRerankError)
  return {
    specificationVersion: 'v1',
    identity: { provider, model: model.modelName },
    async rerank({ query, texts, signal }) {
      signal?.throwIfAborted()
      const vectors = await model.compute(texts, { query, signal }).catch(throwRerankError)
      return vectors.map(([number = Number.NaN]) => scoreOf(number))
    },
    dispose: () => model.dispose(),
  }
}

function throwRerankError(error: unknown): never {
  throw rerankErrorOf(error)
}
