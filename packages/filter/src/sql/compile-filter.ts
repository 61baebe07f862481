import { FilterError, quote } from '../errors.js'
import type { Filter } from '../filter.js'
import type { JsonDialect, SqlCondition } from './json-dialect.js'
import { sqliteJson } from './sqlite-json.js'

/**
 * The filter as an SQL condition over a column that contains JSON as JSON.stringify writes it, as text or as SQLite's
 * JSONB. NULL is a document without fields. Nothing of the filter becomes part of the SQL. `column` is a name, or
 * `table.name`; anything else throws `FILTER_INVALID_COLUMN`.
 */
export function compileFilter(
  filter: Filter,
  column: string,
  dialect: JsonDialect = sqliteJson,
): SqlCondition {
  if (!/^[a-z_]\w*(?:\.[a-z_]\w*)?$/i.test(column)) {
    const message = `${quote(column)} is not the name of a column. Use letters, digits and _, or table.column.`
    throw new FilterError('FILTER_INVALID_COLUMN', '', message)
  }
  return compile(filter, column, dialect)
}

function compile(filter: Filter, column: string, dialect: JsonDialect): SqlCondition {
  switch (filter.kind) {
    case 'all':
      return joined(compileEach(filter.filters, column, dialect), ' AND ', 'TRUE')
    case 'any':
      return joined(compileEach(filter.filters, column, dialect), ' OR ', 'FALSE')
    case 'not': {
      const { sql, values } = compile(filter.filter, column, dialect)
      return { sql: `NOT ${sql}`, values }
    }
    case 'exists':
      return dialect.exists(column, filter.path)
    case 'some':
      return dialect.some(column, filter.path, filter.test)
  }
}

function compileEach(filters: readonly Filter[], column: string, dialect: JsonDialect): SqlCondition[] {
  return filters.map((each) => compile(each, column, dialect))
}

function joined(conditions: readonly SqlCondition[], operator: string, none: string): SqlCondition {
  return {
    sql: conditions.length === 0 ? none : `(${conditions.map(({ sql }) => sql).join(operator)})`,
    values: conditions.flatMap(({ values }) => values),
  }
}
