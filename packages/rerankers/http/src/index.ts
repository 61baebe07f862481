export { createHttpReranker } from './create-http-reranker.js'
export type { HttpRerankerSettings, ScoreScale } from './create-http-reranker.js'
