import { RerankError } from './errors.js'

/** What a reranker is, for messages and explanations. */
export interface RerankerIdentity {
  /** The library or service, e.g. `local`. */
  readonly provider: string
  /** The model's name, e.g. `bge-reranker-v2-m3`. */
  readonly model: string
}

/** One query and the texts that may answer it. */
export interface RerankRequest {
  readonly query: string
  readonly texts: readonly string[]
  /** Aborting it rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A model that reads a query and a text together and says how likely the text answers the query. */
export interface Reranker {
  /** The version of this contract that the driver implements; `createMemory` refuses any that it does not support. */
  readonly specificationVersion: 'v1'
  readonly identity: RerankerIdentity
  /**
   * One score for each text, in their order: the probability that the text answers the query, from 0 to 1. Models give a
   * logit, of which the logistic function makes a probability, 1/(1 + e^−x); a driver says where its scores come from.
   * One call is one request, without retries and without a deadline; no texts give no scores and send nothing. A text
   * that is too long is cut or scored in parts.
   * Rejects with `RerankError`, or with the reason of the signal.
   */
  rerank(request: RerankRequest): Promise<number[]>
  /** Frees the model; may be called twice. Later calls of `rerank` reject with `RERANKER_UNAVAILABLE`. */
  dispose?(): Promise<void>
}

/** The logistic function 1/(1 + e^−x): the probability that a logit stands for. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/**
 * The scores of an answer if there is one probability for each text.
 * @param source the reranker, for the message
 * @throws RerankError `RERANK_RESPONSE_INVALID`
 */
export function assertScores(
  scores: readonly number[],
  { count, source }: { readonly count: number; readonly source: string },
): readonly number[] {
  if (scores.length !== count) throw unusable(source, `${count} texts with ${scores.length} scores`)
  const odd = scores.findIndex((score) => !(score >= 0 && score <= 1))
  if (odd < 0) return scores
  throw unusable(source, `text ${odd} with the score ${scores[odd]}, which is no number from 0 to 1`)
}

function unusable(source: string, what: string): RerankError {
  return new RerankError(
    'RERANK_RESPONSE_INVALID',
    `The reranker ${source} answered ${what}. Check that its model is a reranker, or use another.`,
  )
}
