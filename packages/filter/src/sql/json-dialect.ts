import type { Path, ValueTest } from '../filter.js'

/** An SQL condition with a `?` for each value, in order. */
export interface SqlCondition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** How a database looks into a JSON column. A condition is true or false, never NULL, so that it can be negated. */
export interface JsonDialect {
  /** The path leads to a value. */
  exists(column: string, path: Path): SqlCondition
  /** The test holds for a value that the path leads to, or for an element of it. */
  some(column: string, path: Path, test: ValueTest): SqlCondition
}
