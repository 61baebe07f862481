import type { OrderOperator, Scalar, ValueTest } from '../filter.js'
import type { SqlCondition } from './json-dialect.js'

/**
 * Whether a row of json_each, with its `type` and `value`, passes. Texts are bound as JSON: UTF-8 has no lone surrogates,
 * so what a driver makes of one is open.
 */
export function sqliteTest(row: string, test: ValueTest): SqlCondition {
  if (test.operator === '$in') return isOneOf(row, test.values)
  const comparison = comparisons[test.operator]
  if (typeof test.value === 'number') {
    return { sql: `(${isNumber(row)} AND ${numberOf(row)} ${comparison} ?)`, values: [test.value] }
  }
  return {
    sql: `(${row}.type = 'text' AND ${row}.value ${comparison} (SELECT ? ->> '$'))`,
    values: [JSON.stringify(test.value)],
  }
}

const comparisons: Record<OrderOperator, string> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' }

function isOneOf(row: string, values: readonly Scalar[]): SqlCondition {
  const conditions = [
    {
      sql: `${isNumber(row)} AND ${numberOf(row)} IN (SELECT CAST(value AS REAL) FROM json_each(?))`,
      list: values.filter((value) => typeof value === 'number'),
    },
    {
      sql: `${row}.type = 'text' AND ${row}.value IN (SELECT value FROM json_each(?))`,
      list: values.filter((value) => typeof value === 'string'),
    },
    {
      // The types of true, false and null are named as they are.
      sql: `${row}.type IN (SELECT value FROM json_each(?))`,
      list: values.filter((value) => value === null || typeof value === 'boolean').map(String),
    },
  ].filter(({ list }) => list.length > 0)
  if (conditions.length === 0) return { sql: 'FALSE', values: [] }
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.map(({ list }) => JSON.stringify(list)),
  }
}

function isNumber(row: string): string {
  return `${row}.type IN ('integer', 'real')`
}

/** As JSON.parse reads it; SQLite keeps integers beyond 2^53 as they are written. */
function numberOf(row: string): string {
  return `CAST(${row}.value AS REAL)`
}
