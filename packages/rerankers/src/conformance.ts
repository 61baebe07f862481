export {
  type ConformanceCase,
  rerankerConformance,
  type RerankerConformanceOptions,
} from './conformance/suite.js'
