export { compileFilter, type FilterDialect, type MemoryTest } from './filter/compile-filter.js'
