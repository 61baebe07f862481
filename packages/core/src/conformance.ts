export {
  retrieverConformance,
  type RetrieverCase,
  type RetrieverSubject,
} from './search/retrievers/conformance/suite.js'
