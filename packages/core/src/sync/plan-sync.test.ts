import { describe, expect, it } from 'vitest'
import type { StoredDocument } from '@recallite/store'
import { planSync } from './plan-sync.js'
import type { KnownSkips } from './known-skips.js'
import type { Scan } from './scan-root.js'

const changedAt = 1_700_000_000_000
const stamp = (size: number) => `${size}:${changedAt}000000:${changedAt}000000:7`
const recipe = 'recipe'
const recipeOf = () => recipe

function document(path: string, change: Partial<StoredDocument> = {}): StoredDocument {
  const readAt = changedAt + 60_000
  return {
    root: 'r',
    path,
    title: path,
    metadata: {},
    contentHash: 'h',
    recipe,
    stamp: stamp(1),
    readAt,
    ...change,
  }
}

function scan(files: Record<string, string>, unreadable: string[] = []): Scan {
  return {
    files: Object.entries(files).map(([path, mark]) => ({ path, stamp: mark })),
    skipped: [],
    unreadable,
  }
}

const known = (documents: StoredDocument[], skips: KnownSkips = new Map()) => ({ documents, skips })

const pathsIn = (items: readonly { path: string }[]) => items.map(({ path }) => path)

describe('planSync', () => {
  it('trusts a stamp whose change was clearly over when the file was read', () => {
    const plan = planSync(scan({ 'a.md': stamp(1) }), known([document('a.md')]), recipeOf)
    expect(plan).toEqual({ read: [], remove: [], unchanged: 1, skipped: new Map() })
  })

  it.each([
    ['new', {}, []],
    ['of another stamp', { stamp: stamp(2) }, ['a.md']],
    ['cut by another recipe', { recipe: 'older' }, ['a.md']],
    ['read within the tick of its change', { readAt: changedAt + 500 }, ['a.md']],
  ])('reads a file that is %s', (_, change, paths) => {
    const plan = planSync(
      scan({ 'a.md': stamp(1) }),
      known(paths.map((path) => document(path, change))),
      recipeOf,
    )
    expect(pathsIn(plan.read.map(({ file }) => file))).toEqual(['a.md'])
    expect(plan.unchanged).toBe(0)
  })

  it('removes what is gone, except where a folder could not be read', () => {
    const documents = ['gone.md', 'locked/kept.md', 'lockedout.md'].map((path) => document(path))
    expect(pathsIn(planSync(scan({}, ['locked']), known(documents), recipeOf).remove)).toEqual([
      'gone.md',
      'lockedout.md',
    ])
    expect(planSync(scan({}, ['']), known(documents), recipeOf).remove).toEqual([])
  })

  it('does not read again what was no text and has not changed', () => {
    const skips = new Map([['a.md', { stamp: stamp(1), readAt: changedAt + 60_000, reason: 'binary' }]])
    const same = planSync(scan({ 'a.md': stamp(1) }), known([], skips), recipeOf)
    expect([same.read, same.unchanged, same.skipped]).toEqual([[], 0, skips])
    const changed = planSync(scan({ 'a.md': stamp(2) }), known([], skips), recipeOf)
    expect([changed.read.length, changed.skipped.size]).toEqual([1, 0])
  })

  it('reads what changed before what is new', () => {
    const plan = planSync(scan({ 'a.md': stamp(1), 'b.md': stamp(2) }), known([document('b.md')]), recipeOf)
    expect(pathsIn(plan.read.map(({ file }) => file))).toEqual(['b.md', 'a.md'])
  })

  it('counts documents that cannot be looked at as unchanged', () => {
    expect(planSync(scan({}, ['x']), known([document('x/a.md')]), recipeOf).unchanged).toBe(1)
  })
})
