import type { Path } from '../filter.js'
import type { JsonDialect, SqlCondition } from './json-dialect.js'
import { sqliteTest } from './sqlite-test.js'

/** The SQL of a test on a row of SQLite's json_each, which is known by an alias. */
type RowTest = (alias: string) => SqlCondition

/**
 * SQLite 3.45 or newer. A path of several keys is looked up at once where that is exact, which takes half as long as
 * walking along it. A lookup does not see into the elements of arrays on the way, and takes the key "a\0b" for "a".
 */
export const sqliteJson: JsonDialect = {
  exists(column, path) {
    const walked = walk(column, path, () => ({ sql: 'TRUE', values: [] }))
    return lookUp(column, path, {
      exact: { sql: `json_type(${column}, ?) IS NOT NULL`, values: [pathOf(path)] },
      walked,
    })
  },
  some(column, path, test) {
    const rowTest: RowTest = (alias) => sqliteTest(alias, test)
    const at = pathOf(path)
    const { sql, values } = rowTest('found')
    return lookUp(column, path, {
      exact: {
        // Lists a scalar itself and the elements of an array, but also the members of an object.
        sql: `EXISTS (SELECT 1 FROM json_each(${column}, ?) AS found WHERE ${sql}) AND json_type(${column}, ?) <> 'object'`,
        values: [at, ...values, at],
      },
      walked: walk(column, path, (alias) => valueOrElement(alias, rowTest)),
    })
  },
}

/** The lookup where it is exact for the document: it answers, or there is nothing on the way that it does not see. */
function lookUp(
  column: string,
  path: Path,
  { exact, walked }: { exact: SqlCondition; walked: SqlCondition },
): SqlCondition {
  if (path.length === 1 || path.some((key) => String(key).includes('\0'))) return walked
  const containers = path.slice(1).map((key, index) => ({
    at: pathOf(path.slice(0, index + 1)),
    // An index looks into arrays, a key into objects.
    unseen: typeof key === 'number' ? 'object' : 'array',
  }))
  const clear = containers.map(({ unseen }) => `json_type(${column}, ?) IS NOT '${unseen}'`).join(' AND ')
  return {
    sql: `CASE WHEN instr(${column}, '\\u0000') = 0 AND (json_type(${column}, ?) IS NOT NULL OR ${clear}) THEN ${exact.sql} ELSE ${walked.sql} END`,
    values: [pathOf(path), ...containers.map(({ at }) => at), ...exact.values, ...walked.values],
  }
}

/** SQLite reads JSON's escapes in a quoted key. The first key is that of an object: a document is no array. */
function pathOf(path: Path): string {
  const steps = path.map((key, index) =>
    typeof key === 'number' && index > 0 ? `[${key}]` : `.${JSON.stringify(String(key))}`,
  )
  return `$${steps.join('')}`
}

/** Some row that the path leads to passes: each key is a join, and the rows of the last one are tested. */
function walk(column: string, path: Path, test: RowTest): SqlCondition {
  const joins = path.map((key, index) => (index === 0 ? rootMember(column, key) : memberOf(index, key)))
  const conditions = [...joins.map(({ on }) => on), test(`at${path.length - 1}`)]
  return {
    // A cross join keeps the order of the keys.
    sql: `EXISTS (SELECT 1 FROM ${joins.map(({ rows }) => rows).join(' CROSS JOIN ')} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')})`,
    values: conditions.flatMap(({ values }) => values),
  }
}

/** The rows of a join, and which of them are those of the key. */
interface Join {
  readonly rows: string
  readonly on: SqlCondition
}

function rootMember(column: string, key: string | number): Join {
  const document = `CASE json_type(${column}) WHEN 'object' THEN ${column} END`
  return { rows: `json_each(${document}) AS at0`, on: isKey('at0', key) }
}

function memberOf(index: number, key: string | number): Join {
  const [from, to, owner] = [`at${index - 1}`, `at${index}`, `of${index}`]
  if (typeof key === 'number') {
    return {
      rows: `json_each(CASE WHEN ${from}.type IN ('array', 'object') THEN ${from}.value END) AS ${to}`,
      on: { sql: `${to}.key = CASE ${from}.type WHEN 'array' THEN ? ELSE ? END`, values: [key, String(key)] },
    }
  }
  // A key belongs to an object, or to each of the objects in an array.
  const owners = `CASE ${from}.type WHEN 'array' THEN ${from}.value WHEN 'object' THEN json_array(json(${from}.value)) END`
  const members = `json_each(CASE ${owner}.type WHEN 'object' THEN ${owner}.value END) AS ${to}`
  return { rows: `json_each(${owners}) AS ${owner} CROSS JOIN ${members}`, on: isKey(to, key) }
}

/** The key is bound as JSON: UTF-8 has no lone surrogates, so what a driver makes of one is open. */
function isKey(row: string, key: string | number): SqlCondition {
  return { sql: `${row}.key = (SELECT ? ->> '$')`, values: [JSON.stringify(String(key))] }
}

function valueOrElement(alias: string, test: RowTest): SqlCondition {
  const [element, itself] = [test('element'), test(alias)]
  return {
    sql: `CASE ${alias}.type WHEN 'array' THEN EXISTS (SELECT 1 FROM json_each(${alias}.value) AS element WHERE ${element.sql}) ELSE ${itself.sql} END`,
    values: [...element.values, ...itself.values],
  }
}
