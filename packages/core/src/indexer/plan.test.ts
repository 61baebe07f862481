import type { StoredDocument } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.js'
import { type KnownSkips, planRoot } from './plan.js'
import type { Scan } from './scan.js'

const changedAt = 1_700_000_000_000

const stamp = (size: number) => `${size}:${changedAt}000000:${changedAt}000000:7`

const chunking = { target: 400, overlap: 80 }

function document(path: string, change: Partial<StoredDocument> = {}): StoredDocument {
  const readAt = changedAt + 60_000
  return {
    root: 'r',
    path,
    title: path,
    metadata: {},
    contentHash: 'h',
    fingerprint: fingerprintOf(chunking, 'text'),
    stamp: stamp(1),
    readAt,
    ...change,
  }
}

function scan(files: Record<string, string>, unreadable: string[] = []): Scan {
  return {
    files: Object.entries(files).map(([path, mark]) => ({ path, reader: 'text', stamp: mark })),
    skipped: [],
    unreadable,
  }
}

const known = (documents: StoredDocument[], skips: KnownSkips = new Map()) => ({ documents, skips })

const pathsIn = (items: readonly { path: string }[]) => items.map(({ path }) => path)

describe('the plan of a root', () => {
  it('trusts a stamp whose change was clearly over when the file was read', () => {
    const plan = planRoot(scan({ 'a.md': stamp(1) }), known([document('a.md')]), chunking)
    expect(plan).toMatchObject({ read: [], remove: [], unchanged: 1, skipped: [] })
  })

  it.each([
    ['new', {}, []],
    ['of another stamp', { stamp: stamp(2) }, ['a.md']],
    ['of another fingerprint', { fingerprint: 'older' }, ['a.md']],
    ['read within the tick of its change', { readAt: changedAt + 500 }, ['a.md']],
  ])('reads a file that is %s', (_, change, paths) => {
    const plan = planRoot(
      scan({ 'a.md': stamp(1) }),
      known(paths.map((path) => document(path, change))),
      chunking,
    )
    expect(pathsIn(plan.read)).toEqual(['a.md'])
    expect(plan.unchanged).toBe(0)
  })

  it('removes what is gone, except where a folder could not be read', () => {
    const documents = ['gone.md', 'locked/kept.md', 'lockedout.md'].map((path) => document(path))
    expect(pathsIn(planRoot(scan({}, ['locked']), known(documents), chunking).remove)).toEqual([
      'gone.md',
      'lockedout.md',
    ])
    expect(planRoot(scan({}, ['']), known(documents), chunking).remove).toEqual([])
  })

  it('does not read again what was no text and has not changed', () => {
    const skips = new Map([['a.md', { stamp: stamp(1), readAt: changedAt + 60_000, reason: 'binary' }]])
    const same = planRoot(scan({ 'a.md': stamp(1) }), known([], skips), chunking)
    expect([same.read, same.unchanged, same.skips.kept]).toEqual([[], 0, skips])
    const changed = planRoot(scan({ 'a.md': stamp(2) }), known([], skips), chunking)
    expect([changed.read.length, changed.skips.kept.size]).toEqual([1, 0])
  })

  it('reads what changed before what is new', () => {
    const plan = planRoot(scan({ 'a.md': stamp(1), 'b.md': stamp(2) }), known([document('b.md')]), chunking)
    expect(pathsIn(plan.read)).toEqual(['b.md', 'a.md'])
  })

  it('counts documents that cannot be looked at as unchanged', () => {
    expect(planRoot(scan({}, ['x']), known([document('x/a.md')]), chunking).unchanged).toBe(1)
  })
})
