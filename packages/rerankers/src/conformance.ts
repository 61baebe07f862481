export { rerankerConformance } from './conformance/suite.js'
export type { ConformanceCase, RerankerConformanceOptions } from './conformance/suite.js'
