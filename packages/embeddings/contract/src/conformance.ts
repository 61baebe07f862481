export { vectorsOfAnswer } from './conformance/any-answer.js'
export { hostedModelConformance, type HostedNetwork } from './conformance/hosted.js'
export { embeddingModelConformance, type ConformanceCase } from './conformance/suite.js'
