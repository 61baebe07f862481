import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPathMatcher } from '@recallite/store'
import { escapeGlob, folderGlobs, staticPrefix } from './glob-text.js'

const pathName = fc.stringMatching(/^[ab.*?[\]{},\\-]{1,6}$/u).filter((name) => !/^\.{1,2}$/u.test(name))
const globName = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '*',
    '**',
    '?',
    'a*',
    'b**',
    '[ab]',
    '{a,b}',
    '{a/b,b}',
    '[a',
    '{a',
    'b}',
    '{a,{b,c}}',
  ),
  pathName.map(escapeGlob),
)

describe('globs', () => {
  it('of escaped paths match only the path', () => {
    const path = fc.array(pathName, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    fc.assert(
      fc.property(path, path, (one, other) => {
        const fits = createPathMatcher([escapeGlob(one)])
        expect(fits(one)).toBe(true)
        expect(fits(other)).toBe(one === other)
        expect(staticPrefix(escapeGlob(one))).toBe(one)
      }),
    )
  })

  it('have globs for every folder that can contain a match', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(globName, { minLength: 1, maxLength: 4 }), names, (glob, path) => {
        if (!createPathMatcher([glob.join('/')])(path.join('/'))) return
        const isEntered = createPathMatcher(folderGlobs(glob.join('/')))
        const folders = path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join('/'))
        expect(folders.filter((folder) => !isEntered(folder))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['MEMORY.md', [], 'MEMORY.md'],
    ['memory/**/*.md', ['memory', 'memory/**'], 'memory'],
    ['a/b*/c.md', ['a', 'a/b*'], 'a'],
    ['**/*.md', ['**'], ''],
    ['a/{b/c,d}/e.md', ['a', 'a/**'], 'a'],
    [String.raw`\[a\]/x.md`, [String.raw`\[a\]`], '[a]/x.md'],
  ])('%s has the folders %j and begins with %j', (glob, folders, prefix) => {
    expect([folderGlobs(glob), staticPrefix(glob)]).toEqual([folders, prefix])
  })
})
