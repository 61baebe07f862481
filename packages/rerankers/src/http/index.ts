export { createHttpReranker } from './create-http-reranker.js'
export type { HttpRerankerSettings } from './create-http-reranker.js'
