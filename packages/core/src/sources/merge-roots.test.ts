import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Root } from '@recallite/store'
import { rootScope } from '../indexer/root-scope.js'
import { mergeRoots } from './merge-roots.js'
import type { SourceRoot } from './source.js'

function root(path: string, include?: string[]): Root {
  return { name: path.slice(path.lastIndexOf('/') + 1), path, ...(include && { include }) }
}

const merged = (before: Root[], ...folders: SourceRoot[]) => mergeRoots(before, folders).roots

describe('A20: roots of sources', () => {
  it.each<[string, Root[], SourceRoot, Root[]]>([
    ['a new folder is a root', [], { path: '/w' }, [root('/w')]],
    ['an existing root is unchanged', [root('/w')], { path: '/w' }, [root('/w')]],
    [
      'globs come to globs',
      [root('/w', ['a.md'])],
      { path: '/w', include: ['b.md'] },
      [root('/w', ['a.md', 'b.md'])],
    ],
    ['a folder adds a glob', [root('/w', ['a.md'])], { path: '/w' }, [root('/w', ['a.md', '**'])]],
    [
      'a folder in globs',
      [root('/w', ['a.md'])],
      { path: '/w/s[1]' },
      [root('/w', ['a.md', String.raw`s\[1\]/**`])],
    ],
    [
      'globs in globs',
      [root('/w', ['a.md'])],
      { path: '/w/s', include: ['*.md'] },
      [root('/w', ['a.md', 's/*.md'])],
    ],
    [
      'named paths in a whole root stay named',
      [root('/w')],
      { path: '/w', include: ['M.md'] },
      [root('/w', ['**', 'M.md'])],
    ],
    ['a new root is described', [], { path: '/w', description: 'x' }, [{ ...root('/w'), description: 'x' }]],
    [
      'a root without a description gets one',
      [root('/w')],
      { path: '/w', description: 'x' },
      [{ ...root('/w'), description: 'x' }],
    ],
    [
      'a description stays',
      [{ ...root('/w'), description: 'x' }],
      { path: '/w', description: 'y' },
      [{ ...root('/w'), description: 'x' }],
    ],
    [
      'a part of a root is not described',
      [root('/w', ['a.md'])],
      { path: '/w/s', description: 'x' },
      [root('/w', ['a.md', 's/**'])],
    ],
    ['a folder around a root', [root('/w/s')], { path: '/w' }, [root('/w/s'), root('/w')]],
    ['a name prefix is no parent', [root('/w', ['x'])], { path: '/ww' }, [root('/w', ['x']), root('/ww')]],
  ])('%s', (_, before, folder, roots) => expect(merged(before, folder)).toEqual(roots))

  it('sessions can be anywhere, and no folder becomes part of them', () => {
    const sessions: SourceRoot = { path: '/w/s', kind: 'sessions' }
    const before: Root[] = [root('/w')]
    const present = { name: 's', path: '/w/s', kind: 'sessions' }
    expect(merged(before, sessions)).toEqual([root('/w'), present])
    expect(merged([root('/w/s', ['a'])], sessions)).toEqual([present])
    expect(merged([{ ...root('/w/s'), kind: 'sessions' }], { path: '/w/s/x' })).toEqual([
      present,
      root('/w/s/x'),
    ])
    expect(merged([{ ...root('/w/s'), kind: 'sessions' }], { path: '/w/s' })).toEqual([present])
  })

  it('a path too long for a glob is a separate root', () => {
    const path = `/w/${'long/'.repeat(300)}x`
    expect(merged([root('/w', ['a.md'])], { path })).toEqual([root('/w', ['a.md']), root(path)])
  })

  const folder = fc.constantFrom('/w', '/w/a', '/w/a/b', '/w/c')
  const include = fc.option(
    fc.uniqueArray(fc.constantFrom('x.md', '**/*.md', 'a/x.md', '*.txt'), { minLength: 1 }),
  )
  const sourceFolders = fc.uniqueArray(
    fc
      .record({ path: folder, include })
      .map(({ path, include: globs }) => ({ path, ...(globs && { include: globs }) })),
    { minLength: 1, maxLength: 4 },
  )
  const files = ['/w', '/w/a', '/w/a/b', '/w/c'].flatMap((path) => [
    `${path}/x.md`,
    `${path}/y.md`,
    `${path}/z.txt`,
  ])

  const holders = (roots: readonly Root[], file: string) =>
    roots
      .filter(({ path }) => file.startsWith(`${path}/`))
      .filter((each) => {
        const scope = rootScope(each, roots)
        const inside = file.slice(each.path.length + 1)
        const folders = inside.split('/').slice(0, -1)
        const isEntered = folders.every((_, index) => scope.hasFolder(folders.slice(0, index + 1).join('/')))
        return isEntered && scope.hasFile(inside)
      })

  it('every file of a source is in exactly one root', () => {
    fc.assert(
      fc.property(sourceFolders, sourceFolders, (first, second) => {
        const roots = merged(merged([], ...first) as Root[], ...second)
        for (const file of files) {
          const isCovered = [...first, ...second].some((each) => holders(merged([], each), file).length > 0)
          expect([file, holders(roots, file).length]).toEqual([file, isCovered ? 1 : 0])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('adding a source again changes nothing', () => {
    fc.assert(
      fc.property(sourceFolders, (each) => {
        const once = merged([], ...each)
        for (const [index, again] of merged([...once], ...each).entries()) expect(again).toBe(once[index])
      }),
    )
  })
})
