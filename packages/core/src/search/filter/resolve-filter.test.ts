import type { QueryField } from '@recallite/keyword'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maximumConditions } from '@recallite/store'
import { MemoryError } from '../../errors.js'
import { filterOf, namedRoots, resolveFilter } from './resolve-filter.js'

const today = '2026-03-31'

function fieldOf(field: QueryField['field'], text: string, isNegated = false): QueryField {
  return { field, text, isNegated }
}

const equal = (key: string, ...values: string[]) => ({
  kind: 'field',
  keys: [key],
  test: { operator: '=', values },
})
const not = (filter: object) => ({ kind: 'not', filter })

function outcomeOf(fields: readonly QueryField[]): string {
  try {
    filterOf(fields, today)
    return 'filter'
  } catch (error) {
    return MemoryError.isInstance(error) ? error.code : String(error)
  }
}

describe('a filter made of fields', () => {
  it('has one condition for several paths, headings or sources', () => {
    const fields = [
      fieldOf('path', 'a/*'),
      fieldOf('heading', 'Tokens'),
      fieldOf('path', 'b/*'),
      fieldOf('source', 'notes'),
      fieldOf('heading', 'Sessions'),
      fieldOf('source', 'other'),
    ]
    expect(filterOf(fields, today)).toEqual([
      { kind: 'path', globs: ['a/*', 'b/*'] },
      { kind: 'heading', texts: ['Tokens', 'Sessions'] },
      { kind: 'root', names: ['notes', 'other'] },
    ])
  })

  it('has a condition for each negated field', () => {
    expect(
      filterOf([fieldOf('path', 'a/*', true), fieldOf('path', 'b/*', true), fieldOf('path', 'c/*')], today),
    ).toEqual([
      not({ kind: 'path', globs: ['a/*'] }),
      not({ kind: 'path', globs: ['b/*'] }),
      { kind: 'path', globs: ['c/*'] },
    ])
  })

  it('matches one of the values that a key must equal, and all other conditions', () => {
    const texts = [
      'status=open',
      'priority>1',
      'status=done',
      'priority<9',
      'status!=x',
      'status!=y',
      'status',
    ]
    const fields = texts.map((text) => fieldOf('where', text))
    expect(filterOf(fields, today)).toEqual([
      equal('status', 'open', 'done'),
      { kind: 'field', keys: ['priority'], test: { operator: '>', value: '1' } },
      { kind: 'field', keys: ['priority'], test: { operator: '<', value: '9' } },
      not(equal('status', 'x')),
      not(equal('status', 'y')),
      { kind: 'field', keys: ['status'], test: { operator: 'present' } },
    ])
    expect(filterOf([fieldOf('where', 'status!=open', true)], today)).toEqual([equal('status', 'open')])
  })

  it('begins on the first day of since and ends on the last of until', () => {
    expect(
      filterOf(
        [fieldOf('since', '2026-02'), fieldOf('until', '2026-02'), fieldOf('since', '7d', true)],
        today,
      ),
    ).toEqual([
      { kind: 'date', from: '2026-02-01', to: null },
      { kind: 'date', from: null, to: '2026-02-28' },
      not({ kind: 'date', from: '2026-03-24', to: null }),
    ])
  })

  it('is valid or rejected, for any input', () => {
    const anyField = fc.record({
      field: fc.constantFrom<QueryField['field']>('path', 'heading', 'source', 'since', 'until', 'where'),
      text: fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('a=b', '7d', '*')),
      isNegated: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(anyField, { maxLength: 5 }), (fields) => {
        expect(outcomeOf(fields)).toMatch(/^(filter|OPTION_INVALID)$/u)
      }),
    )
  })
})

describe('the filter of a search', () => {
  it('is narrowed by the query, never widened', () => {
    const options = {
      roots: ['notes'],
      paths: ['a/*'],
      since: '7d',
      until: '2026',
      where: ['x'],
      headings: ['h'],
    }
    const typed = [fieldOf('path', 'b/*'), fieldOf('source', 'other')]
    const filter = resolveFilter(options, typed, today)
    expect(filter.filters.map(({ kind }) => kind)).toEqual([
      'root',
      'path',
      'heading',
      'date',
      'date',
      'field',
      'path',
      'root',
    ])
    expect(namedRoots(filter)).toEqual(['notes', 'other'])
    expect(resolveFilter({}, [], today).filters).toEqual([])
    expect(resolveFilter({ roots: [], paths: [] }, [], today).filters).toEqual([{ kind: 'root', names: [] }])
  })

  it('may name a hundred files', () => {
    const paths = Array.from({ length: 100 }, (_, place) => `note-${place}`)
    expect(resolveFilter({ paths }, [], today).filters).toHaveLength(1)
  })

  it.each([
    ['conditions', { where: Array.from({ length: maximumConditions }, (_, place) => `key${place}`) }],
    ['paths', { paths: Array.from({ length: 101 }, (_, place) => `/path${place}.md`) }],
    ['stars', { paths: Array.from({ length: 2 }, () => '*a'.repeat(56)) }],
    ['headings without a word', { headings: [' '] }],
    ['invalid dates', { until: 'soon' }],
    ['invalid conditions', { where: ['a==b'] }],
  ])('rejects too many or invalid %s', (_, options) =>
    expect(() => resolveFilter(options, [], today)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    ),
  )
})
