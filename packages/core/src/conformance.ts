export * from './search/retrievers/conformance/suite.js'
