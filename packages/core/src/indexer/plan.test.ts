import type { DocumentVersion } from '@recallite/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.js'
import { createPlanner, type KnownSkips } from './plan.js'
import { compareCodePoints } from './scan.js'

const changedAt = 1_700_000_000_000

const stamp = (size: number) => `${size}:${changedAt}000000:${changedAt}000000:7`

const chunking = { target: 400, overlap: 80 }

function document(path: string, change: Partial<DocumentVersion> = {}): DocumentVersion {
  const fingerprint = fingerprintOf(chunking, 'text')
  return { path, fingerprint, stamp: stamp(1), readAt: changedAt + 60_000, ...change }
}

interface Case {
  /** Stamps by path, in order. */
  readonly files?: Record<string, string>
  readonly documents?: readonly DocumentVersion[]
  readonly unreadable?: readonly string[]
  readonly skips?: KnownSkips
  readonly atOnce?: number
}

async function planOf({ files = {}, documents = [], unreadable = [], skips = new Map(), atOnce = 2 }: Case) {
  const waiting = [...documents]
  const readVersions = async () => waiting.splice(0, atOnce)
  const planner = createPlanner({ root: { name: 'r' }, skips, chunking, readVersions })
  for (const [path, mark] of Object.entries(files)) {
    await planner.add([{ path, reader: 'text', stamp: mark }])
  }
  return planner.finish({ skipped: [], unreadable })
}

const pathsIn = (items: readonly { path: string }[]) => items.map(({ path }) => path)

describe('the plan of a root', () => {
  it('trusts a stamp whose change was clearly over when the file was read', async () => {
    const plan = await planOf({ files: { 'a.md': stamp(1) }, documents: [document('a.md')] })
    expect(plan).toMatchObject({ read: [], added: [], remove: [], unchanged: 1, skipped: [] })
  })

  it.each([
    ['new', {}, []],
    ['of another stamp', { stamp: stamp(2) }, ['a.md']],
    ['of another fingerprint', { fingerprint: 'older' }, ['a.md']],
    ['read within the tick of its change', { readAt: changedAt + 500 }, ['a.md']],
  ])('reads a file that is %s', async (_, change, paths) => {
    const documents = paths.map((path) => document(path, change))
    const plan = await planOf({ files: { 'a.md': stamp(1) }, documents })
    expect([...pathsIn(plan.read), ...plan.added]).toEqual(['a.md'])
    expect(plan.unchanged).toBe(0)
  })

  it('removes what is gone, except where a folder could not be read', async () => {
    const documents = ['gone.md', 'locked/kept.md', 'lockedout.md'].map((path) => document(path))
    const { remove } = await planOf({ documents, unreadable: ['locked'] })
    expect(remove).toEqual(['gone.md', 'lockedout.md'].map((path) => ({ root: 'r', path })))
    expect((await planOf({ documents, unreadable: [''] })).remove).toEqual([])
  })

  it('does not read again what was no text and has not changed', async () => {
    const skips = new Map([['a.md', { stamp: stamp(1), readAt: changedAt + 60_000, reason: 'binary' }]])
    const same = await planOf({ files: { 'a.md': stamp(1) }, skips })
    expect([same.added, same.unchanged, same.skips.kept]).toEqual([[], 0, skips])
    const changed = await planOf({ files: { 'a.md': stamp(2) }, skips })
    expect([changed.added, changed.skips.kept.size]).toEqual([['a.md'], 0])
  })

  it('tells what changed from what is new', async () => {
    const plan = await planOf({
      files: { 'a.md': stamp(1), 'b.md': stamp(2) },
      documents: [document('b.md')],
    })
    expect([pathsIn(plan.read), plan.added]).toEqual([['b.md'], ['a.md']])
  })

  it('counts documents that cannot be looked at as unchanged', async () => {
    const plan = await planOf({ documents: [document('x/a.md')], unreadable: ['x'] })
    expect(plan.unchanged).toBe(1)
  })

  it('is that of a comparison of all names, however many are read at once', async () => {
    const name = fc.constantFrom('a', 'b', 'a b', 'a/b', 'a-b/c', 'ä', '\uFF21', '\u{1F600}', '\u{10000}/a')
    const paths = fc.uniqueArray(name).map((names) => names.toSorted(compareCodePoints))
    await fc.assert(
      fc.asyncProperty(paths, paths, fc.integer({ min: 1, max: 4 }), async (present, indexed, atOnce) => {
        const files = Object.fromEntries(present.map((path) => [path, stamp(1)]))
        const plan = await planOf({ files, documents: indexed.map((path) => document(path)), atOnce })
        expect([plan.added, pathsIn(plan.remove), plan.unchanged]).toEqual([
          present.filter((path) => !indexed.includes(path)),
          indexed.filter((path) => !present.includes(path)),
          present.filter((path) => indexed.includes(path)).length,
        ])
      }),
    )
  })
})
