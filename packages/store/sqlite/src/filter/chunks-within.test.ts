import { afterAll, describe, expect, it } from 'vitest'
import type { SearchCondition } from '@recallite/store'
import { openConnection } from '../connection.js'
import { migrate } from '../schema-version.js'
import { chunksWithin } from './chunks-within.js'
import { membershipOf } from './chunks-within.js'

const { database } = openConnection({ path: ':memory:' })
migrate(database)
afterAll(() => void database.close())

/** The steps by which SQLite finds what a condition is about. */
function planOf(condition: SearchCondition): string[] {
  const { sql, values } = membershipOf(condition, () => [])
  return database
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
    .filter((detail) => !detail.includes('json_each'))
}

describe('a filter', () => {
  it('of no conditions lets all through', () => {
    expect(chunksWithin(database, undefined)).toBeUndefined()
    expect(chunksWithin(database, [])).toBeUndefined()
  })

  it('is a list of ids, however many conditions it has', () => {
    const conditions: SearchCondition[] = [
      { kind: 'root', names: ['notes'] },
      { kind: 'path', globs: ['**'], isNegated: true },
    ]
    expect(chunksWithin(database, conditions)).toBe('[]')
  })

  it('binds what it is given', () => {
    const hostile = "') OR 1=1 --"
    const equal = { operator: '=', values: [hostile] } as const
    const conditions: SearchCondition[] = [
      { kind: 'root', names: [hostile] },
      { kind: 'path', globs: [hostile] },
      { kind: 'heading', texts: [hostile] },
      { kind: 'date', from: hostile, to: hostile },
      { kind: 'field', keys: [hostile], test: equal },
      { kind: 'field', keys: [hostile], test: { operator: 'present' } },
      { kind: 'field', keys: ['key'], test: { operator: '<', value: hostile } },
      { kind: 'words', query: { kind: 'word', stem: hostile } },
    ]
    for (const condition of conditions) expect(membershipOf(condition, () => []).sql).not.toContain('1=1')
  })

  it('finds fields by their key, and by their value where it is to equal one', () => {
    const byValue = { operator: '=', values: ['ops'] } as const
    expect(planOf({ kind: 'field', keys: ['tag'], test: { operator: '<', value: '3' } }))
      .toMatchInlineSnapshot(`
      [
        "SEARCH field USING PRIMARY KEY (key=?)",
        "LIST SUBQUERY 1",
      ]
    `)
    expect(planOf({ kind: 'field', keys: ['tag'], test: byValue })).toMatchInlineSnapshot(`
      [
        "SEARCH field USING PRIMARY KEY (key=?)",
        "LIST SUBQUERY 1",
        "LIST SUBQUERY 2",
        "CREATE BLOOM FILTER",
        "CORRELATED SCALAR SUBQUERY 3",
        "SCAN span VIRTUAL TABLE INDEX 1:",
      ]
    `)
    expect(planOf({ kind: 'field', keys: ['tag'], test: { operator: 'present' } })).toMatchInlineSnapshot(`
      [
        "COMPOUND QUERY",
        "LEFT-MOST SUBQUERY",
        "SCAN wanted VIRTUAL TABLE INDEX 1:",
        "SEARCH field USING PRIMARY KEY (key=?)",
        "UNION ALL",
        "SCAN wanted VIRTUAL TABLE INDEX 1:",
        "SEARCH field USING PRIMARY KEY (key>? AND key<?)",
      ]
    `)
    expect(planOf({ kind: 'root', names: ['notes'] })).toMatchInlineSnapshot(`
      [
        "SEARCH root USING COVERING INDEX sqlite_autoindex_root_1 (name=?)",
        "LIST SUBQUERY 1",
        "SEARCH document USING COVERING INDEX sqlite_autoindex_document_1 (root_id=?)",
      ]
    `)
  })
})
