import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { refusalOf } from './__fixtures__/settings-error.js'
import { parseSettings } from './parse-settings.js'

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghi', (name, index) => {
    const before = `*${'abcdefgh'[index]}`
    return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(', ')}]`
  }),
].join('\n')

describe('parseSettings of YAML', () => {
  it('reads values of all kinds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3, noUnicodeString: true })),
        (value) => {
          const written = JSON.parse(JSON.stringify(value)) as object
          expect(
            JSON.stringify(parseSettings(stringify(written, { aliasDuplicateObjects: false }), 'f').content),
          ).toBe(JSON.stringify(written))
        },
      ),
    )
  })

  it('returns the line of each key, and accepts comments', () => {
    const { lineOf } = parseSettings('# for all\na: 1 # one\n\nb:\n  - c\n  - d: 1\n', 'f')
    expect(['a', 'b', 'b[0]', 'b[1].d'].map(lineOf)).toEqual([2, 4, 5, 6])
  })

  it.each(['', '# nothing\n', '---\n'])('finds nothing in %j', (text) => {
    expect(parseSettings(text, 'f').content).toEqual({})
  })

  it.each([
    ['a: 1\na: 2', 'f.yaml:2: the file has a duplicate key'],
    ['a:\n\tb: 1', 'f.yaml:2: the file is indented with a tab'],
    [bomb, 'f.yaml:2: the file uses a YAML alias'],
    ['a: &a { x: 1 }\nb:\n  <<: *a', 'f.yaml:3: the file uses a YAML alias'],
    ['a: &a k\n*a : 1', 'f.yaml:2: the file uses a YAML alias'],
    ['a: !!js/function "sk-canary"', 'f.yaml:1: the file uses a YAML tag'],
    ['a: "sk-canary', 'f.yaml:1: the file is missing a quote'],
    ['a: b: sk-canary', 'f.yaml:1: the file '],
    ['a: 1\n---\nb: 2', 'f.yaml:2: the file has a second document'],
    ['1: a', 'f.yaml:1: the file has a key that is not a text'],
    [`a: ${'['.repeat(100)}${']'.repeat(100)}`, 'f.yaml:1: the file is nested too deeply'],
    [`a: ${'['.repeat(50_000)}`, 'f.yaml:1: the file '],
  ])('rejects %#', (text, message) => {
    const refusal = refusalOf(() => parseSettings(text, 'f.yaml'))
    expect(refusal).toContain(`SETTINGS_MALFORMED ${message}`)
    expect(refusal).not.toContain('canary')
  })

  it('reads no and on as texts, as in YAML 1.2', () => {
    expect(parseSettings('a: no\nb: on\nc: .35\nd: false', 'f').content).toEqual({
      a: 'no',
      b: 'on',
      c: 0.35,
      d: false,
    })
  })
})

describe('parseSettings of JSON', () => {
  it('reads what JSON.parse reads, in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify({ value }, null, indent)
        const read = parseSettings(text, 'f.json').content
        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('accepts comments and trailing commas, and returns the line of each key', () => {
    const text = '// ours\n{\n "a": "http://x", // one\n /* two\n lines */ "b": { "c": [\n 2, ] },\n}'
    const { content, lineOf } = parseSettings(text, 'f.json')
    expect(content).toEqual({ a: 'http://x', b: { c: [2] } })
    expect(['a', 'b'].map(lineOf)).toEqual([3, 5])
  })

  it.each([
    ['{\n "a": 1,\n "a": 2\n}', 'f.json:3: the file has a duplicate key'],
    ['{\n "a": "sk-canary', 'f.json:2: the file is missing a quote'],
    ['{ "a": 1 }\n{ }', 'f.json:2: the file '],
    ['{\n "a": @sk-canary }', 'f.json:2: the file is not JSON here'],
    ['['.repeat(100_000), 'f.json:1: the file is nested too deeply'],
  ])('rejects %#', (text, message) => {
    const refusal = refusalOf(() => parseSettings(text, 'f.json'))
    expect(refusal).toContain(`SETTINGS_MALFORMED ${message}`)
    expect(refusal).not.toContain('canary')
  })

  it('reads __proto__ as an ordinary key', () => {
    const { content } = parseSettings('{ "__proto__": { "x": 1 } }', 'f.json')
    expect(Object.keys(content ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf({})).not.toHaveProperty('x')
  })
})
