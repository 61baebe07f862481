import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Root } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { rootScope } from '../indexer/root-scope.js'
import { systemWatches } from './__fixtures__/system-watches.js'
import { countWatched } from './__fixtures__/count-watched.js'
import { isWatched, watchFiles } from './watch-files.js'

type Kind = 'file' | 'folder'

function watched(root: Partial<Root>, path: string, kind: Kind): boolean {
  const whole = { name: 'notes', path: '/notes', ...root }
  return isWatched(rootScope(whole, [whole]), path, kind === 'folder')
}

describe('what is watched', () => {
  it.each<[string, Kind, boolean]>([
    ['a.md', 'file', true],
    ['deep/down/a.md', 'file', true],
    ['deep', 'folder', true],
    ['deep/down', 'folder', true],
    ['.gitignore', 'file', true],
    ['deep/.recalliteignore', 'file', true],
    ['photo.png', 'file', false],
    ['.a.md.swp', 'file', false],
    ['4913', 'file', false],
    ['node_modules', 'folder', false],
    ['node_modules/a/readme.md', 'file', false],
    ['.git', 'folder', false],
    ['.git/HEAD', 'file', false],
  ])('in a folder without globs: %s', (path, kind, expected) => {
    expect(watched({}, path, kind)).toBe(expected)
  })

  it.each<[string, Kind, boolean]>([
    ['MEMORY.md', 'file', true],
    ['memory', 'folder', true],
    ['memory/2026/a.md', 'file', true],
    ['memory/a.txt', 'file', false],
    ['src', 'folder', false],
    ['src/memory/a.md', 'file', false],
    ['README.md', 'file', false],
  ])('in a workspace with a memory: %s', (path, kind, expected) => {
    expect(watched({ include: ['MEMORY.md', 'memory/**/*.md'] }, path, kind)).toBe(expected)
  })

  it('in a folder of transcripts: only these', () => {
    const root = { kind: 'sessions' as const }
    expect(watched(root, 'today/a.jsonl', 'file')).toBe(true)
    expect(watched(root, 'today/a.md', 'file')).toBe(false)
  })
})

/** A repository of 600 files, with the memory of an agent in it. */
function largeRepository(): string {
  const folder = notesFolder({ 'MEMORY.md': 'What is known', 'memory/today.md': 'Now', 'README.md': 'Read' })
  for (let number = 0; number < 600; number += 1) {
    writeNote(folder, `src/part-${number % 20}/file-${number}.ts`, 'export {}')
  }
  writeNote(folder, 'node_modules/package/readme.md', 'Installed')
  writeNote(folder, 'picture.png', 'pixels')
  return folder
}

const memoryOf = (path: string): Root => ({ name: 'work', path, include: ['MEMORY.md', 'memory/**/*.md'] })

const ignore = (): void => undefined

describe('counting what is watched', () => {
  it('A21: counts only the folders of the memory in a large repository', () => {
    const folder = largeRepository()
    // The folder and memory/.
    expect(countWatched([memoryOf(folder)])).toBe(2)
    // The folder, src/ with its 20 folders, and memory/; none of the 600 files.
    expect(countWatched([{ name: 'work', path: folder }])).toBe(23)
  })

  it('counts a folder in two roots once for each that watches it', () => {
    const folder = largeRepository()
    const inner = { name: 'part', path: join(folder, 'src', 'part-0') }
    expect(countWatched([memoryOf(folder), inner])).toBe(2 + 1)
    // The inner folder is the inner root's.
    expect(countWatched([{ name: 'work', path: folder }, inner])).toBe(23)
  })

  it('follows no links, and ignores missing folders', () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    symlinkSync(largeRepository(), join(folder, 'linked'))
    mkdirSync(join(folder, 'empty'))
    expect(countWatched([{ name: 'notes', path: folder }])).toBe(2)
    expect(countWatched([{ name: 'gone', path: join(folder, 'gone') }])).toBe(1)
    expect(countWatched([])).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('A21: counts the watches of the system', async () => {
    const folder = largeRepository()
    writeNote(folder, '.gitignore', 'dist')
    for (const root of [memoryOf(folder), { name: 'work', path: folder }]) {
      const before = systemWatches()
      const watch = await watchFiles([root], { onChange: ignore, onMove: ignore, onFailure: ignore })
      const watches = systemWatches() - before
      await watch.close()
      expect(watches).toBe(countWatched([root]))
    }
  })
})
