import { RerankError } from './errors.js'

/** The provider, such as `local`, and the model, such as `bge-reranker-v2-m3`, for messages and explanations. */
export interface RerankerIdentity {
  readonly provider: string
  readonly model: string
}

/** One query and the texts that may answer it. */
export interface RerankRequest {
  readonly query: string
  readonly texts: readonly string[]
  /** Aborting it rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A model that reads a query and a text together and returns the probability that the text answers the query. */
export interface Reranker {
  /** The version of this contract that the driver implements; `createMemory` rejects unsupported versions. */
  readonly specificationVersion: 'v1'
  readonly identity: RerankerIdentity
  /**
   * Returns one probability from 0 to 1 for each text, in order; drivers convert logits with `sigmoid`. One call is one request
   * without retries or deadline; without texts nothing is sent. A text that is too long is truncated or scored in parts.
   * Rejects with `RerankError` or the reason of the signal.
   */
  rerank(request: RerankRequest): Promise<number[]>
  /** Frees the model; may be called twice. Later calls of `rerank` reject with `RERANKER_UNAVAILABLE`. */
  dispose?(): Promise<void>
}

/** The logistic function 1/(1 + e^−x), which converts a logit to a probability. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Returns the scores if there is one probability per text, else throws a RerankError `RERANK_RESPONSE_INVALID` about `source`. */
export function assertScores(
  scores: readonly number[],
  { count, source }: { readonly count: number; readonly source: string },
): readonly number[] {
  if (scores.length !== count) throw unusable(source, `${count} texts with ${scores.length} scores`)
  const odd = scores.findIndex((score) => !(score >= 0 && score <= 1))
  if (odd < 0) return scores
  throw unusable(source, `text ${odd} with the score ${scores[odd]}, which is not a number from 0 to 1`)
}

function unusable(source: string, what: string): RerankError {
  return new RerankError(
    'RERANK_RESPONSE_INVALID',
    `The reranker ${source} answered ${what}. Check that its model is a reranker, or use another one.`,
  )
}
