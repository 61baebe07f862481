import type { SqlValue } from '../sql-database.js'

/** A list of ids to select from, and the values it binds. */
export interface SqlCondition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** A list that the rows of `chunk` are in by one of their columns. */
export interface Membership extends SqlCondition {
  readonly column: 'id' | 'document_id'
}

/** A list given as a value. */
export const givenIds = 'SELECT value FROM json_each(?)'
