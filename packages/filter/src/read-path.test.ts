import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FilterError } from './errors.js'
import { readPath } from './read-path.js'

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
  ])('C11: %j leads over %j', (text, keys) => {
    expect(readPath(text, '/x')).toEqual(keys)
  })

  it.each([String.raw`a\b`, 'a\\', String.raw`a.\n`, String.raw`a\\\b`, '\\\n'])('refuses %j', (text) => {
    const read = (): unknown => readPath(text, '/x')
    expect(read).toThrow(FilterError)
    expect(read).toThrow(expect.objectContaining({ code: 'FILTER_INVALID_PATH', path: '/x' }))
  })

  it('gives any keys that were written with backslashes', () => {
    const key = fc.string({ unit: fc.constantFrom('.', '\\', '$', 'a', '\n', '"') })
    const property = fc.property(fc.array(key, { minLength: 1, maxLength: 10 }), (keys) => {
      const text = keys.map((each) => each.replaceAll(/[.$\\]/g, String.raw`\$&`)).join('.')
      expect(readPath(text, '')).toEqual(keys)
    })
    fc.assert(property)
  })
})
