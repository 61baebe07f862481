import { describe, expect, it } from 'vitest'
import { parseFilter } from '../parse-filter.js'
import { compileFilter } from './compile-filter.js'
import type { JsonDialect } from './json-dialect.js'

/** As another database might answer. */
const dialect: JsonDialect = {
  exists: (column, path) => ({ sql: `${column} ? ANY`, values: [path.join('/')] }),
  some: (column, path, test) => ({
    sql: `some(${column}, ?)`,
    values: [`${path.join('/')} ${test.operator}`],
  }),
}

describe('compileFilter', () => {
  it('composes the conditions of a dialect, with the values in their order', () => {
    const filter = parseFilter({ $or: [{ a: 1, b: { $lt: 2 } }, { c: { $exists: false } }] })
    expect(compileFilter(filter, 'r.context', dialect)).toEqual({
      sql: '((some(r.context, ?) AND some(r.context, ?)) OR NOT r.context ? ANY)',
      values: ['a $in', 'b $lt', 'c'],
    })
    expect(compileFilter(parseFilter({}), 'context', dialect)).toEqual({ sql: 'TRUE', values: [] })
  })

  it.each(['', 'a b', 'a; --', '"a"', 'a.b.c', '1a', 'a)', 'a\n'])('refuses the column %j', (column) => {
    expect(() => compileFilter(parseFilter({ a: 1 }), column)).toThrow(
      expect.objectContaining({ code: 'FILTER_INVALID_COLUMN' }),
    )
  })
})
