import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { plainOf } from './__fixtures__/plain.js'
import { refusalOf } from './__fixtures__/settings-error.js'
import { parseYaml } from './parse-yaml.js'
import { isMapping } from './tree.js'

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghi', (name, index) => {
    const before = `*${'abcdefgh'[index]}`
    return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(', ')}]`
  }),
].join('\n')

describe('parseYaml', () => {
  it('reads what was written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3, noUnicodeString: true })),
        (value) => {
          const written = JSON.parse(JSON.stringify(value)) as object
          expect(
            JSON.stringify(plainOf(parseYaml(stringify(written, { aliasDuplicateObjects: false }), 'f'))),
          ).toBe(JSON.stringify(written))
        },
      ),
    )
  })

  it('knows the line of each key, and takes comments', () => {
    const { value } = parseYaml('# for all\na: 1 # one\n\nb:\n  - c\n', 'f')
    const lines = isMapping(value) ? [...value].map(([name, { line }]) => [name, line]) : []
    expect(lines).toEqual([
      ['a', 2],
      ['b', 4],
    ])
  })

  it.each(['', '# nothing\n', '---\n'])('finds nothing in %j', (text) => {
    expect(parseYaml(text, 'f').value).toBe(null)
  })

  it.each([
    ['a: 1\na: 2', 'f.yaml:2: the file has a key a second time'],
    ['a:\n\tb: 1', 'f.yaml:2: the file is indented with a tab'],
    [bomb, 'f.yaml:2: the file uses a YAML alias'],
    ['a: *b', 'f.yaml:1: the file uses a YAML alias'],
    ['a: &a { x: 1 }\nb:\n  <<: *a', 'f.yaml:3: the file uses a YAML alias'],
    ['a: &a k\n*a : 1', 'f.yaml:2: the file uses a YAML alias'],
    ['a: !!js/function "sk-canary"', 'f.yaml:1: the file uses a YAML tag'],
    ['a: "sk-canary', 'f.yaml:1: the file lacks a quote'],
    ['a: [sk-canary', 'f.yaml:1: the file '],
    ['a: @sk-canary', 'f.yaml:1: the file '],
    ['a: b: sk-canary', 'f.yaml:1: the file '],
    ['a: 1\n---\nb: 2', 'f.yaml:2: the file has a second document'],
    ['1: a', 'f.yaml:1: the file has a key that is not a text'],
    ['? [a]\n: b', 'f.yaml:1: the file has a key that is not a text'],
    [`a: ${'['.repeat(100)}${']'.repeat(100)}`, 'f.yaml:1: the file is nested too deeply'],
    [`a: ${'['.repeat(50_000)}`, 'f.yaml:1: the file '],
  ])('refuses %#', (text, message) => {
    const refusal = refusalOf(() => parseYaml(text, 'f.yaml'))
    expect(refusal).toContain(`SETTINGS_MALFORMED ${message}`)
    expect(refusal).not.toContain('canary')
  })

  it('reads words as YAML 1.2 does: no and on are words', () => {
    expect(plainOf(parseYaml('a: no\nb: on\nc: .35\nd: false', 'f'))).toEqual({
      a: 'no',
      b: 'on',
      c: 0.35,
      d: false,
    })
  })
})
