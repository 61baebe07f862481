import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainOf } from './__fixtures__/plain.js'
import { refusalOf } from './__fixtures__/settings-error.js'
import { parseJson } from './parse-json.js'
import { isMapping } from './tree.js'

describe('parseJson', () => {
  it('reads what JSON.parse reads, however it is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.stringify(plainOf(parseJson(text, 'f')))).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('refuses what JSON.parse refuses', () => {
    const scraps = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      'true',
      'nul',
      '\n',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const isJson = () => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        }
        const refusal = refusalOf(() => parseJson(text, 'f'))
        const isTwice = refusal.includes('second time')
        expect(isTwice || (refusal === 'not refused') === isJson()).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('knows the line of each key', () => {
    const { value } = parseJson('{\n "a": 1,\n\n "b": {\n  "c": [\n 2] } }', 'f')
    const lines = isMapping(value) ? [...value].map(([name, { line }]) => [name, line]) : []
    expect(lines).toEqual([
      ['a', 2],
      ['b', 4],
    ])
  })

  it.each([
    ['{\n "a": 1,\n "a": 2\n}', 'f.json:3: the file has a key a second time'],
    ['{\n "a": sk-canary }', 'f.json:2: the file is not JSON here'],
    ['{\n "a": "sk-canary', 'f.json:2: the file is not JSON here'],
    ['{ "a": 1 }\n{ }', 'f.json:2: the file is not JSON here'],
    ['{ "a": 1, }', 'f.json:1: the file is not JSON here'],
    ['{ // comment\n }', 'f.json:1: the file is not JSON here'],
    ['', 'f.json:1: the file is not JSON here'],
    ['['.repeat(100_000), 'f.json:1: the file is nested too deeply'],
  ])('refuses %#', (text, message) => {
    const refusal = refusalOf(() => parseJson(text, 'f.json'))
    expect(refusal).toContain(`SETTINGS_MALFORMED ${message}`)
    expect(refusal).not.toContain('canary')
  })

  it('keeps a key that would reach a prototype as a key', () => {
    const { value } = parseJson('{ "__proto__": { "x": 1 } }', 'f')
    expect(isMapping(value) && [...value.keys()]).toEqual(['__proto__'])
    expect(Object.getPrototypeOf({})).not.toHaveProperty('x')
  })
})
