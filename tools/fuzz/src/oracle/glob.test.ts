import { describe, expect, it } from 'vitest'
import { globTest } from './glob.js'
import { readPathTest } from './paths.js'

const yes: readonly (readonly [glob: string, path: string])[] = [
  ['*.md', 'a.md'],
  ['**', 'a/b.md'],
  ['**/b.md', 'b.md'],
  ['**/b.md', 'x/y/b.md'],
  ['a/**', 'a/b/c'],
  ['a?c', 'a日c'],
  ['[a-c]x', 'bx'],
  ['[!a-c]x', 'dx'],
  ['[]a]', ']'],
  ['{a,b/c}.md', 'b/c.md'],
  ['{a,{b,c}}', 'c'],
  ['{a,{b,c}', '{a,b'],
  ['x{,y}', 'x'],
  ['[a', '[a'],
  ['\\*', '*'],
  ['\\{a,b}', '{a,b}'],
  ['GRÖSSE', 'größe'],
  ['a**b', 'a/x/b'],
]

const no: readonly (readonly [glob: string, path: string])[] = [
  ['*.md', 'a/b.md'],
  ['a?c', 'a/c'],
  ['[!a]', '/'],
  ['**/b.md', 'xb.md'],
  ['x**/b', 'x'],
  ['{a,b}', '{a,b}'],
  ['\\*', 'a'],
  ['', 'a'],
]

describe('globTest', () => {
  it.each(yes)('%j fits %j', (glob, path) => expect(globTest(glob)(path)).toBe(true))
  it.each(no)('%j does not fit %j', (glob, path) => expect(globTest(glob)(path)).toBe(false))
})

describe('readPathTest', () => {
  it.each([
    ['plan', 'notes/plan.md', true],
    ['plan', 'notes/plan/a.md', true],
    ['plan', 'notes/plans.md', false],
    ['/plan', 'notes/plan.md', false],
    ['notes/plan', 'notes/plan.md', true],
    ['notes\\plan', 'notes/plan.md', true],
    ['notes/plan', 'x/notes/plan.md', false],
    ['plan/', 'notes/plan.md', false],
    ['plan/', 'notes/plan/x.md', true],
    ['p*n.md', 'notes/plan.md', true],
    ['./', 'notes/plan.md', true],
  ])('%j as a path lets %j through: %j', (text, path, passes) => {
    expect(readPathTest(text).passes(path)).toBe(passes)
  })
})
