// These modules are exported as a whole; of the others only the names listed below.
export * from './candidates.js'
export * from './confine-store.js'
export * from './document.js'
export * from './errors.js'
export * from './maintenance.js'
export * from './query-matches.js'
export type * from './store.js'
export * from './vector-space.js'
export { compileFilter, type FilterDialect, type MemoryTest } from './search-filter/compile-filter.js'
export {
  fieldsOf,
  foldLine,
  formField,
  formKey,
  readFieldValue,
  type Field,
  type FieldValue,
} from './search-filter/field-value.js'
export { createPathMatcher, maximumGlobLength } from './search-filter/path-matcher.js'
export * from './search-filter/search-filter.js'
export { findDifference, jaccard, readFacts, type TextFacts } from './text-facts.js'
