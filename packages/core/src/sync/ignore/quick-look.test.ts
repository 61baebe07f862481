import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadMakeMatcher } from './pattern-matcher.js'
import { quickLook } from './quick-look.js'

const text = fc.stringMatching(/^[ab.*?[\]!#/\\ A]{1,8}$/u)
const path = fc
  .array(fc.stringMatching(/^[ab.*[\]!#\\ A]{1,4}$/u), { minLength: 1, maxLength: 3 })
  .filter((names) => !names.some((name) => /^\.{1,2}$/u.test(name)))
  .map((names) => names.join('/'))

const make = await loadMakeMatcher()

describe('a quick look at patterns', () => {
  it('never says no where one fits the path itself', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        path,
        fc.boolean(),
        (lines, plain, isFolder) => {
          const asked = isFolder ? `${plain}/` : plain
          const matcher = make(lines)
          const folders = plain.split('/').slice(0, -1)
          const isEntered = folders.every(
            (_, index) => !matcher.test(`${folders.slice(0, index + 1).join('/')}/`).ignored,
          )
          const { ignored, unignored } = matcher.test(asked)
          fc.pre(isEntered && (ignored || unignored))
          expect(quickLook(lines, make)(asked)).toBe(true)
        },
      ),
      { numRuns: 300, maxSkipsPerRun: 1000 },
    )
  })

  it('says no to what has nothing to do with them', () => {
    const mayFit = quickLook(['node_modules', '*.log', '/dist/', '!keep', 'a*'], make)
    const paths = [
      'b.md',
      'deep/dist/',
      'log.md',
      'node_modules/',
      'x/node_modules',
      'b.log',
      'dist/',
      'keep',
      'abc',
    ]
    expect(paths.filter(mayFit)).toEqual(paths.slice(3))
  })
})
