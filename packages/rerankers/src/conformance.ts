export * from './conformance/suite.js'
