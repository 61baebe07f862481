import type { DocumentVersion } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.js'
import { type RecordedSkips, planRoot } from './plan.js'

const changedAt = 1_700_000_000_000

const stamp = (size: number) => `${size}:${changedAt}000000:${changedAt}000000:7`

const chunking = { target: 400, overlap: 80 }

function document(path: string, change: Partial<DocumentVersion> = {}): DocumentVersion {
  const fingerprint = fingerprintOf(chunking, 'text')
  return { path, fingerprint, stamp: stamp(1), readAt: changedAt + 60_000, ...change }
}

interface Case {
  /** Stamps by path. */
  readonly files?: Record<string, string>
  readonly documents?: readonly DocumentVersion[]
  readonly unreadable?: readonly string[]
  readonly skips?: RecordedSkips
}

function planOf({ files = {}, documents: versions = [], unreadable = [], skips = new Map() }: Case) {
  const scanned = Object.entries(files).map(([path, mark]) => ({
    path,
    reader: 'text' as const,
    stamp: mark,
  }))
  const subject = { root: { name: 'r' }, skips, chunking, versions }
  return planRoot(subject, { files: scanned, skipped: [], unreadable })
}

const pathsIn = (items: readonly { path: string }[]) => items.map(({ path }) => path)

describe('the plan of a root', () => {
  it('trusts a stamp whose change was clearly over when the file was read', () => {
    const plan = planOf({ files: { 'a.md': stamp(1) }, documents: [document('a.md')] })
    expect(plan).toMatchObject({ read: [], added: [], remove: [], unchanged: 1, skipped: [] })
  })

  it.each([
    ['new', {}, []],
    ['with another stamp', { stamp: stamp(2) }, ['a.md']],
    ['with another fingerprint', { fingerprint: 'older' }, ['a.md']],
    ['read within the tick of its change', { readAt: changedAt + 500 }, ['a.md']],
  ])('reads a file that is %s', (_, change, paths) => {
    const documents = paths.map((path) => document(path, change))
    const plan = planOf({ files: { 'a.md': stamp(1) }, documents })
    expect([...pathsIn(plan.read), ...plan.added]).toEqual(['a.md'])
    expect(plan.unchanged).toBe(0)
  })

  it('removes deleted files, except in a folder that could not be read', () => {
    const documents = ['gone.md', 'locked/kept.md', 'lockedout.md'].map((path) => document(path))
    const { remove } = planOf({ documents, unreadable: ['locked'] })
    expect(remove).toEqual(['gone.md', 'lockedout.md'].map((path) => ({ root: 'r', path })))
    expect(planOf({ documents, unreadable: [''] }).remove).toEqual([])
  })

  it('does not read unchanged files without text again', () => {
    const fingerprint = fingerprintOf(chunking, 'text')
    const skip = { stamp: stamp(1), fingerprint, readAt: changedAt + 60_000, reason: 'binary' }
    const skips = new Map([['a.md', skip]])
    const same = planOf({ files: { 'a.md': stamp(1) }, skips })
    expect([same.added, same.unchanged, same.skips.valid]).toEqual([[], 0, skips])
    const changed = planOf({ files: { 'a.md': stamp(2) }, skips })
    expect([changed.added, changed.skips.valid.size]).toEqual([['a.md'], 0])
    const older = new Map([['a.md', { ...skip, fingerprint: 'another reader' }]])
    expect(planOf({ files: { 'a.md': stamp(1) }, skips: older }).added).toEqual(['a.md'])
  })

  it('counts documents that cannot be examined as unchanged', () => {
    const plan = planOf({ documents: [document('x/a.md')], unreadable: ['x'] })
    expect(plan.unchanged).toBe(1)
  })
})
