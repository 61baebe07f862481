import { parseFilter } from '@recallite/filter'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SearchCondition } from '@recallite/store'
import { openConnection } from '../connection.js'
import { createRoots } from '../roots.js'
import { migrate } from '../schema-version.js'
import { createFilterReader, membershipOf } from './chunks-within.js'
import { loadMetadataSql } from './metadata-sql.js'

const { database } = openConnection({ path: ':memory:' })
migrate(database)
const { chunksWithin } = createFilterReader(database)
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
    expect(chunksWithin(undefined)).toBeUndefined()
    expect(chunksWithin([])).toBeUndefined()
  })

  it('is a list of ids, however many conditions it has', () => {
    const conditions: SearchCondition[] = [
      { kind: 'root', names: ['notes'] },
      { kind: 'path', globs: ['**'], isNegated: true },
    ]
    expect(chunksWithin(conditions)).toBe('[]')
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

  it('reads the metadata of those documents alone whose fields may match', async () => {
    const filter = (json: object): SearchCondition => ({ kind: 'metadata', filter: parseFilter(json) })
    await loadMetadataSql([filter({})])
    const reads = (json: object) =>
      planOf(filter(json)).find((step) => step.endsWith('document') || step.includes('document USING'))
    const byId = 'SEARCH document USING INTEGER PRIMARY KEY (rowid=?)'
    expect(reads({ 'params.force': 7 })).toBe(byId)
    expect(reads({ 'params.force': { $gte: 7 }, gone: { $ne: 1 } })).toBe(byId)
    expect(reads({ $or: [{ a: 1 }, { b: { $in: ['x', 'y'] } }] })).toBe(byId)
    expect(reads({ a: { $ne: 1 } })).toBe('SCAN document')
    expect(reads({ $or: [{ a: 1 }, { b: null }] })).toBe('SCAN document')
  })

  it('is made anew only after a change', () => {
    const filters = createFilterReader(database)
    const roots = createRoots(database, 'file')
    const negated: SearchCondition[] = [{ kind: 'root', names: ['gone'], isNegated: true }]
    const prepare = vi.spyOn(database, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    expect(filters.chunksWithin(negated)).toBe('[]')
    expect(filters.chunksWithin(negated)).toBe('[]')
    expect(prepare).toHaveBeenCalledTimes(1)
    roots.put({ name: 'notes', path: '/notes' })
    const { length } = prepare.mock.calls
    filters.chunksWithin(negated)
    expect(prepare).toHaveBeenCalledTimes(length + 1)
  })
})
