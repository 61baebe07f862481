export { hostedModelConformance, type HostedNetwork, type HostedSubject } from './conformance/hosted.js'
export { embeddingModelConformance, type ConformanceCase } from './conformance/suite.js'
