export { RerankError, type RerankErrorCode, type RerankErrorOptions, rerankErrorOf } from './errors.js'
export type { Reranker, RerankerIdentity, RerankRequest } from './reranker.js'
export { assertScores, sigmoid } from './reranker.js'
export { rerankerOf, type ScoringModel } from './reranker-of.js'
