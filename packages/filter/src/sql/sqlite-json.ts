import type { OrderOperator, Path, Scalar, ValueTest } from '../filter.js'
import type { JsonDialect, SqlCondition } from './json-dialect.js'

/**
 * SQLite 3.45 or newer. One lookup by path answers most documents. It does not see into the elements of arrays on the way,
 * and takes the key "a\0b" for "a"; such documents are walked step by step, which takes several times as long.
 */
export const sqliteJson: JsonDialect = {
  exists(column, path) {
    const fast = { sql: `json_type(${column}, ?) IS NOT NULL`, values: [pathOf(path)] }
    return fastOrSlow(column, path, { fast, slow: walk(column, path, { sql: 'TRUE', values: [] }) })
  },
  some(column, path, test) {
    const condition = sqlOfTest(test)
    const at = pathOf(path)
    const fast = {
      // Lists a scalar itself and the elements of an array, but also the members of an object.
      sql: `EXISTS (SELECT 1 FROM json_each(${column}, ?) AS found WHERE ${condition.sql}) AND json_type(${column}, ?) <> 'object'`,
      values: [at, ...condition.values, at],
    }
    return fastOrSlow(column, path, { fast, slow: walk(column, path, condition) })
  },
}

function fastOrSlow(
  column: string,
  path: Path,
  { fast, slow }: { fast: SqlCondition; slow: SqlCondition },
): SqlCondition {
  if (path.some((key) => String(key).includes('\0'))) return slow
  const direct = leadsDirectly(column, path)
  return {
    sql: `CASE WHEN ${direct.sql} THEN ${fast.sql} ELSE ${slow.sql} END`,
    values: [...direct.values, ...fast.values, ...slow.values],
  }
}

/** Whether a lookup by path is exact for the document: it answers, or there is nothing on the way that it does not see. */
function leadsDirectly(column: string, path: Path): SqlCondition {
  const containers = path.slice(1).map((key, index) => ({
    at: pathOf(path.slice(0, index + 1)),
    // An index looks into arrays, a key into objects.
    unseen: typeof key === 'number' ? 'object' : 'array',
  }))
  const plain = `instr(${column}, '\\u0000') = 0`
  if (containers.length === 0) return { sql: plain, values: [] }
  const clear = containers.map(({ unseen }) => `json_type(${column}, ?) IS NOT '${unseen}'`)
  return {
    sql: `${plain} AND (json_type(${column}, ?) IS NOT NULL OR (${clear.join(' AND ')}))`,
    values: [pathOf(path), ...containers.map(({ at }) => at)],
  }
}

/** SQLite reads JSON's escapes in a quoted key. The first key is that of an object: a document is no array. */
function pathOf(path: Path): string {
  const steps = path.map((key, index) =>
    typeof key === 'number' && index > 0 ? `[${key}]` : `.${JSON.stringify(String(key))}`,
  )
  return `$${steps.join('')}`
}

/**
 * The test on a row `found` for each value, reached one step after the other, over all elements of arrays. `step` is a key, an index, or null for the elements of an array at the end.
 * An array's objects stay at a step that is a key, as the key is one of theirs.
 */
function walk(column: string, path: Path, test: SqlCondition): SqlCondition {
  const sql = `EXISTS (
    WITH RECURSIVE found(depth, type, value) AS (
      SELECT 0, 'object', ${column} WHERE json_type(${column}) = 'object'
      UNION ALL
      SELECT found.depth + (found.type = 'object' OR step.type <> 'text'), child.type, child.value
      FROM found
        JOIN json_each(?) AS step ON step.key = found.depth
        JOIN json_each(CASE WHEN found.type IN ('object', 'array') THEN found.value END) AS child ON
          CASE
            WHEN step.type = 'null' THEN found.type = 'array'
            WHEN found.type = 'object' THEN child.key = CAST(step.value AS TEXT)
            WHEN step.type = 'integer' THEN child.key = step.value
            ELSE child.type = 'object'
          END
    )
    SELECT 1 FROM found WHERE depth >= ${path.length} AND ${test.sql})`
  return { sql, values: [JSON.stringify([...path, null]), ...test.values] }
}

const comparisons: Record<OrderOperator, string> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' }
const isNumber = "found.type IN ('integer', 'real')"
/** As JSON.parse reads it; SQLite keeps integers beyond 2^53 as they are written. */
const numberValue = 'CAST(found.value AS REAL)'

function sqlOfTest(test: ValueTest): SqlCondition {
  if (test.operator === '$in') return sqlOfEquality(test.values)
  const comparison = comparisons[test.operator]
  if (typeof test.value === 'number') {
    return { sql: `(${isNumber} AND ${numberValue} ${comparison} ?)`, values: [test.value] }
  }
  // As JSON: a driver would replace half of a surrogate pair.
  return {
    sql: `(found.type = 'text' AND found.value ${comparison} (SELECT ? ->> '$'))`,
    values: [JSON.stringify(test.value)],
  }
}

function sqlOfEquality(values: readonly Scalar[]): SqlCondition {
  const numbers = values.filter((value) => typeof value === 'number')
  const texts = values.filter((value) => typeof value === 'string')
  const others = values.filter((value) => value === null || typeof value === 'boolean')
  const conditions: string[] = []
  if (numbers.length > 0) {
    conditions.push(`${isNumber} AND ${numberValue} IN (SELECT CAST(value AS REAL) FROM json_each(?))`)
  }
  if (texts.length > 0)
    conditions.push("found.type = 'text' AND found.value IN (SELECT value FROM json_each(?))")
  if (others.length > 0) conditions.push('found.type IN (SELECT value FROM json_each(?))')
  return {
    sql: conditions.length === 0 ? 'FALSE' : `(${conditions.join(' OR ')})`,
    values: [numbers, texts, others.map(String)]
      .filter((each) => each.length > 0)
      .map((each) => JSON.stringify(each)),
  }
}
