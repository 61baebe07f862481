import { parseFilter } from '@recallite/store/filter'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SearchFilter } from '@recallite/store'
import { openConnection } from '../../connection/connection.js'
import { createRoots } from '../roots.js'
import { migrate } from '../../connection/schema-version.js'
import { createFilterReader, filterSql } from './filter.js'

const { database } = openConnection({ path: ':memory:' })
migrate(database)
const { chunksWithin } = createFilterReader(database)
afterAll(() => void database.close())

/** The query plan for the documents of a condition. */
function stepsOf(filter: SearchFilter): string[] {
  const { sql, values } = filterSql(filter, database)
  return database
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT id FROM chunk WHERE ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
    .filter((detail) => /^(?:SCAN|SEARCH) (?!chunk|json_each)/u.test(detail))
}

const byKey = 'SEARCH document_field USING PRIMARY KEY (key=?)'

describe('a filter', () => {
  it('binds its values', () => {
    const hostile = "') OR 1=1 --"
    const equal = { operator: '=', values: [hostile] } as const
    const conditions: SearchFilter[] = [
      { kind: 'root', names: [hostile] },
      { kind: 'path', globs: [hostile] },
      { kind: 'heading', texts: [hostile] },
      { kind: 'date', from: hostile, to: hostile },
      { kind: 'field', keys: [hostile], test: equal },
      { kind: 'field', keys: [hostile], test: { operator: 'present' } },
      { kind: 'field', keys: ['key'], test: { operator: '<', value: hostile } },
      { kind: 'words', query: { kind: 'word', stem: hostile } },
      parseFilter({ [hostile]: hostile, tags: { $in: [hostile] }, a: { $lt: hostile } }),
    ]
    const prepare = vi.spyOn(database, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    for (const condition of conditions) chunksWithin(condition)
    expect(prepare.mock.calls.length).toBeGreaterThan(conditions.length)
    expect(prepare.mock.calls.filter(([sql]) => sql.includes('1=1'))).toEqual([])
  })

  it.each<readonly [what: string, filter: SearchFilter, steps: readonly string[]]>([
    ['order', { kind: 'field', keys: ['tag'], test: { operator: '<', value: '3' } }, [byKey]],
    [
      'equality',
      { kind: 'field', keys: ['tag'], test: { operator: '=', values: ['ops'] } },
      ['SEARCH document_field USING PRIMARY KEY (key=? AND text=?)'],
    ],
    [
      'presence',
      { kind: 'field', keys: ['tag'], test: { operator: 'present' } },
      [byKey, 'SEARCH document_field USING PRIMARY KEY (key>? AND key<?)'],
    ],
    [
      'root',
      { kind: 'root', names: ['notes'] },
      [
        'SEARCH document USING COVERING INDEX sqlite_autoindex_document_1 (root_id=?)',
        'SEARCH root USING COVERING INDEX sqlite_autoindex_root_1 (name=?)',
      ],
    ],
  ])('finds documents by an index: %s', (_, filter, steps) => expect(stepsOf(filter)).toEqual(steps))

  it('reads only the metadata of documents whose fields may match', () => {
    const prepare = vi.spyOn(database, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    const reads = (json: object) => {
      filterSql(parseFilter(json), database)
      const [sql] = prepare.mock.calls.at(-1) ?? ['']
      const bound = Array.from(sql.matchAll(/\?/gu), () => '[]')
      const steps = database.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...bound)
      return steps.find(({ detail }) => /(?:SCAN|SEARCH) document\b(?!_)/u.test(detail))?.detail
    }
    const byId = 'SEARCH document USING INTEGER PRIMARY KEY (rowid=?)'
    expect(reads({ 'params.force': 7 })).toBe(byId)
    expect(reads({ 'params.force': { $gte: 7 }, gone: { $ne: 1 } })).toBe(byId)
    expect(reads({ $or: [{ a: 1 }, { b: { $in: ['x', 'y'] } }] })).toBe(byId)
    expect(reads({ a: { $ne: 1 } })).toBe('SCAN document')
    expect(reads({ $or: [{ a: 1 }, { b: null }] })).toBe('SCAN document')
  })

  it('is evaluated again only after a change', () => {
    const filters = createFilterReader(database)
    const roots = createRoots(database, 'file')
    const negated: SearchFilter = { kind: 'not', filter: { kind: 'root', names: ['gone'] } }
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
