export { FilterError, type FilterErrorCode } from './errors.js'
export type { Filter, JsonCondition, OrderOperator, Path, Scalar, ValueTest } from './filter.js'
export { matches } from './matches.js'
export { filterLimits, parseFilter } from './parse-filter.js'
