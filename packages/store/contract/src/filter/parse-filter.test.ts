import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FilterError } from './errors.js'
import { filterLimits, parseFilter, readPath } from './parse-filter.js'

function errorOf(json: unknown): FilterError {
  try {
    parseFilter(json)
  } catch (error) {
    if (error instanceof FilterError) return error
    throw error
  }
  throw new TypeError('The filter was accepted.')
}

describe('C11: parseFilter refuses', () => {
  it.each([
    [
      { a: { $lessThan: 1 } },
      '/a/$lessThan',
      'There is no operator "$lessThan" here. At a path, use one of $eq, $ne, ',
    ],
    [{ $or: [{ b: 1 }, { 'a.b': { $gte: 1, $betwen: 2 } }] }, '/$or/1/a.b/$betwen', '"$betwen"'],
    [{ a: { $not: { $GT: 1 } } }, '/a/$not/$GT', '"$GT"'],
    [{ a: { $or: [1, 2] } }, '/a/$or', '"$or"'],
    [
      { $lt: 5 },
      '/$lt',
      'There is no operator "$lt" here. Next to paths, use one of $and, $or, $not. (at "/$lt")',
    ],
    [{ a: { [`$${'x'.repeat(5000)}`]: 1 } }, `/a/$${'x'.repeat(5000)}`, '…'],
  ])('unknown operators: %j', (json, path, message) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'FILTER_UNKNOWN_OPERATOR', path })
    expect(error.message).toContain(message)
    expect(error.message.length).toBeLessThan(400)
  })

  it.each([
    [null, '', 'not null'],
    ['a = 1', '', 'not a text'],
    [[{ a: 1 }], '', 'not a list'],
    [undefined, '', 'not undefined'],
    [{ $and: [{ a: 1 }, 5] }, '/$and/1', 'not 5'],
    [{ $not: [{ a: 1 }] }, '/$not', 'not a list'],
  ])('values that are not objects: %j', (json, path, message) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'FILTER_NOT_AN_OBJECT', path })
    expect(error.message).toContain(message)
  })

  it.each([
    [{ a: { $lt: null } }, '/a/$lt', '$lt compares numbers or texts, not null.'],
    [{ a: { $gte: true } }, '/a/$gte', 'not true'],
    [{ a: { $gt: [1] } }, '/a/$gt', 'not a list'],
    [
      { a: { $in: 'x' } },
      '/a/$in',
      '$in expects a list of values, such as {"$in": ["cup", "mug"]}, not a text.',
    ],
    [{ a: { $nin: [1, [2]] } }, '/a/$nin/1', 'not a list'],
    [{ a: { $exists: 1 } }, '/a/$exists', '$exists expects true or false, not 1.'],
    [{ a: [1, 2] }, '/a', '{"$in": […]}'],
    [{ a: {} }, '/a', 'An empty object contains no operator'],
    [{ a: { b: 1 } }, '/a/b', 'Write nested keys as one path'],
    [{ a: { $lt: 1, b: 1 } }, '/a/b', 'contains only operators'],
    [{ a: { $eq: { b: 1 } } }, '/a/$eq', 'not an object'],
    [{ a: undefined }, '/a', 'not undefined'],
    [{ a: Number.NaN }, '/a', 'not NaN'],
    [{ a: { $lt: Number.POSITIVE_INFINITY } }, '/a/$lt', 'not Infinity'],
    [{ a: 1n }, '/a', 'not a bigint'],
    [{ a: new Date(0) }, '/a', 'An empty object contains no operator'],
    [{ $and: [] }, '/$and', 'not an empty list'],
    [{ $or: { a: 1 } }, '/$or', 'not an object'],
    [{ 'a/b~c': { $in: 1 } }, '/a~1b~0c/$in', '$in expects a list'],
  ])('operands that the operator cannot use: %o', (json, path, message) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'FILTER_INVALID_OPERAND', path })
    expect(error.message).toContain(message)
  })
})

describe('C11: parseFilter bounds', () => {
  const nested = (depth: number): object => (depth === 0 ? { a: 1 } : { $not: nested(depth - 1) })
  const list = (length: number): number[] => Array.from({ length }, (_, index) => index)

  it('the depth', () => {
    expect(parseFilter(nested(filterLimits.depth))).toBeDefined()
    expect(errorOf(nested(filterLimits.depth + 1)).code).toBe('FILTER_TOO_DEEP')
    expect(errorOf(nested(5000)).code).toBe('FILTER_TOO_DEEP')
    const behindPath = Array.from({ length: 20 }).reduce((inner) => ({ $not: inner }), 1)
    expect(errorOf({ a: behindPath })).toMatchObject({ code: 'FILTER_TOO_DEEP' })
    const circle: Record<string, unknown> = {}
    circle['$not'] = circle
    expect(errorOf(circle).code).toBe('FILTER_TOO_DEEP')
  })

  it.each([
    ['conditions', (n: number) => Object.fromEntries(list(n).map((index) => [`k${index}`, 1]))],
    ['conditions', (n: number) => ({ $and: list(n).map(() => ({})) })],
    ['values', (n: number) => ({ a: { $in: list(n / 2) }, b: { $nin: list(n / 2) } })],
    ['characters', (n: number) => ({ abc: 'x'.repeat(n - 3) })],
  ] as const)('the number of %s', (what, make) => {
    expect(parseFilter(make(filterLimits[what] - (filterLimits[what] % 2)))).toBeDefined()
    const error = errorOf(make(filterLimits[what] + 2))
    expect(error.code).toBe('FILTER_TOO_LARGE')
    expect(error.message).toContain(`at most ${filterLimits[what].toLocaleString('en')} ${what}`)
  })

  it('the length of a path', () => {
    const path = (keys: number): string => list(keys).join('.')
    expect(parseFilter({ [path(filterLimits.keys)]: 1 })).toBeDefined()
    expect(errorOf({ [path(filterLimits.keys + 1)]: 1 })).toMatchObject({ code: 'FILTER_INVALID_PATH' })
  })
})

describe('parseFilter', () => {
  it('compiles every operator to a few kinds', () => {
    expect(parseFilter({ a: { $ne: null }, 'b.0': { $lte: 'x' } })).toEqual({
      kind: 'all',
      filters: [
        {
          kind: 'not',
          filter: {
            kind: 'any',
            filters: [
              { kind: 'some', path: ['a'], test: { operator: '$in', values: [null] } },
              { kind: 'not', filter: { kind: 'exists', path: ['a'] } },
            ],
          },
        },
        { kind: 'some', path: ['b', 0], test: { operator: '$lte', value: 'x' } },
      ],
    })
  })

  it('reads a filter of a nested document, and reports paths without the outer keys', () => {
    const under = { under: ['context'] }
    const test = { operator: '$in', values: [1] }
    expect(parseFilter({ 'a.0': 1 }, under)).toEqual({ kind: 'some', path: ['context', 'a', 0], test })
    expect(() => parseFilter({ a: { $is: 1 } }, under)).toThrow(expect.objectContaining({ path: '/a/$is' }))
  })

  it('does not change its input', () => {
    const json = Object.freeze({
      $and: Object.freeze([Object.freeze({ a: Object.freeze({ $in: Object.freeze([1]) }) })]),
    })
    expect(parseFilter(json)).toEqual({ kind: 'some', path: ['a'], test: { operator: '$in', values: [1] } })
  })
})

describe('readPath', () => {
  it.each([
    ['a', ['a']],
    ['params.force.0', ['params', 'force', 0]],
    ['', ['']],
    ['.', ['', '']],
    ['a.', ['a', '']],
    [String.raw`a\.b.c`, ['a.b', 'c']],
    [String.raw`a\\.b`, ['a\\', 'b']],
    [String.raw`a\\\.b`, [String.raw`a\.b`]],
    [String.raw`\$lt`, ['$lt']],
    ['a.$lt', ['a', '$lt']],
    ['a.01.-1.1e3.1234567890', ['a', '01', '-1', '1e3', '1234567890']],
    ['a.999999999', ['a', 999_999_999]],
    ['a\n.b', ['a\n', 'b']],
  ])('C11: %j has the keys %j', (text, keys) => {
    expect(readPath(text, '/x')).toEqual(keys)
  })

  it.each([String.raw`a\b`, 'a\\', String.raw`a.\n`, String.raw`a\\\b`, '\\\n'])('refuses %j', (text) => {
    const read = (): unknown => readPath(text, '/x')
    expect(read).toThrow(FilterError)
    expect(read).toThrow(expect.objectContaining({ code: 'FILTER_INVALID_PATH', path: '/x' }))
  })

  it('returns any escaped keys', () => {
    const key = fc.string({ unit: fc.constantFrom('.', '\\', '$', 'a', '\n', '"') })
    const property = fc.property(fc.array(key, { minLength: 1, maxLength: 10 }), (keys) => {
      const text = keys.map((each) => each.replaceAll(/[.$\\]/g, String.raw`\$&`)).join('.')
      expect(readPath(text, '')).toEqual(keys)
    })
    fc.assert(property)
  })
})
