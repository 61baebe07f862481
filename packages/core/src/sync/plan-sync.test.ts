import { describe, expect, it } from 'vitest'
import type { StoredDocument } from '@recallite/store'
import { planSync } from './plan-sync.js'
import type { Scan } from './scan-root.js'

const changedAt = 1_700_000_000_000
const stamp = (size: number) => `${size}:${changedAt}000000:${changedAt}000000:7`
const recipe = 'recipe'

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

const paths = (items: readonly { path: string }[]) => items.map(({ path }) => path)

describe('planSync', () => {
  it('trusts a stamp whose change was clearly over when the file was read', () => {
    const plan = planSync(scan({ 'a.md': stamp(1) }), [document('a.md')], recipe)
    expect(plan).toEqual({ read: [], remove: [], unchanged: 1 })
  })

  it.each([
    ['new', {}, []],
    ['of another stamp', { stamp: stamp(2) }, ['a.md']],
    ['cut by another recipe', { recipe: 'older' }, ['a.md']],
    ['read within the tick of its change', { readAt: changedAt + 500 }, ['a.md']],
  ])('reads a file that is %s', (_, change, known) => {
    const plan = planSync(
      scan({ 'a.md': stamp(1) }),
      known.map((path) => document(path, change)),
      recipe,
    )
    expect(paths(plan.read.map(({ file }) => file))).toEqual(['a.md'])
    expect(plan.unchanged).toBe(0)
  })

  it('removes what is gone, except where a folder could not be read', () => {
    const documents = ['gone.md', 'locked/kept.md', 'lockedout.md'].map((path) => document(path))
    expect(paths(planSync(scan({}, ['locked']), documents, recipe).remove)).toEqual([
      'gone.md',
      'lockedout.md',
    ])
    expect(planSync(scan({}, ['']), documents, recipe).remove).toEqual([])
  })
})
