export { embeddingModelConformance, type ConformanceCase } from './conformance/suite.js'
