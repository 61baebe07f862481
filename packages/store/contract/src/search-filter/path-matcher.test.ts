import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPathMatcher, maximumGlobLength } from './path-matcher.js'

/** Parts of globs with their regular expressions. */
const parts: readonly (readonly [glob: string, expression: string])[] = [
  ['a', 'a'],
  ['B', 'b'],
  ['.', '\\.'],
  ['/', '/'],
  ['?', '[^/]'],
  ['*', '[^/]*'],
  ['/**/', '/(?:.*/)?'],
  ['x**', 'x.*'],
  ['[ab]', '[ab]'],
  ['[!a-c]', '[^a-c/]'],
  ['\\*', '\\*'],
]

const flat = fc
  .array(fc.constantFrom(...parts), { maxLength: 6 })
  .map(
    (chosen) => [chosen.map(([glob]) => glob).join(''), chosen.map(([, source]) => source).join('')] as const,
  )
const anyGlob = fc
  .array(
    fc.oneof(
      flat,
      fc.tuple(flat, flat).map(([[a, b], [c, d]]) => [`{${a},${c}}`, `(?:${b}|${d})`] as const),
    ),
    {
      maxLength: 3,
    },
  )
  .map((chosen) => ({
    glob: chosen.map(([glob]) => glob).join(''),
    source: chosen.map(([, source]) => source).join(''),
  }))
  // Two adjacent stars have a different meaning.
  .filter(({ glob }) => !/\*[{},]*\*/u.test(glob.replaceAll('/**/', '/').replaceAll('x**', 'x')))
  // Between slashes, two single stars would be read as the pattern for folders.
  .filter(({ source }) => !/\[\^\/\]\*[(?:|)]*\[\^\/\]\*/u.test(source))
const anyPath = fc
  .array(fc.constantFrom('a', 'b', 'c', 'x', '.', '/', '*', 'B'), { maxLength: 12 })
  .map((characters) => characters.join(''))

describe('a glob', () => {
  it('matches what its regular expression matches', () => {
    let fitting = 0
    fc.assert(
      fc.property(anyGlob, fc.array(anyPath, { minLength: 1, maxLength: 8 }), ({ glob, source }, paths) => {
        const expression = new RegExp(`^${source}$`, 'su')
        for (const path of paths) {
          const isExpected = expression.test(path.toLowerCase())
          expect(createPathMatcher([glob])(path), `${glob} ${path}`).toBe(isExpected)
          fitting += Number(isExpected)
        }
      }),
      { numRuns: 5000 },
    )
    expect(fitting).toBeGreaterThan(500)
  })

  it('may have any characters, and an escaped path matches itself', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'{}[],*?!^-\\/ab'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(text, text, (glob, path) => {
        expect(createPathMatcher([glob])(path)).toBeTypeOf('boolean')
        const escaped = path.replaceAll(/[{}[\],*?\\]/gu, '\\$&')
        expect(createPathMatcher([escaped])(path)).toBe(true)
        expect(createPathMatcher(['**'])(path)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['a／b.md', 'a／b.md', true],
    ['a／b.md', 'a/b.md', false],
    ['a?b.md', 'a／b.md', true],
    ['*.md', 'a／b.md', true],
    ['?', '👩', true],
    ['[👨👩]', '👩', true],
    ['caf[É-é]', 'café', true],
    ['caf[d-f]', 'CAFÉ', true],
    ['한*', '한국', true],
    ['a{b', 'a{b', true],
    ['a{b,c', 'A{B,C', true],
    ['a}b,c', 'a}b,c', true],
    ['a[b', 'a[b', true],
    ['[]', '[]', true],
    ['[]a]', ']', true],
    ['[a\\]]', ']', true],
    ['a{}b', 'ab', true],
    ['{a,b{c,d}e}', 'bde', true],
    ['{a,b{c,d}e', '{a,bde', true],
    ['{**/,}x', 'y/x', true],
    ['a\\', 'a\\', true],
    ['**/x', 'x', true],
    ['x/**', 'x', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j on %j: %j', (glob, path, fits) => expect(createPathMatcher([glob])(path)).toBe(fits))

  it('that is too long matches nothing', () => {
    const path = 'a'.repeat(maximumGlobLength)
    expect(createPathMatcher([path])(path)).toBe(true)
    expect(createPathMatcher([`${path}a`])(`${path}a`)).toBe(false)
  })
})
