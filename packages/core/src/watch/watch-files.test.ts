import { mkdirSync, readdirSync, readFileSync, type Stats, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Root } from '@recallite/store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { rootScope } from '../indexer/root-scope.js'
import { countWatched, isWatched, throttled, watchFiles } from './watch-files.js'

const fileStats = { isDirectory: () => false } as Stats

const folderStats = { isDirectory: () => true } as Stats

function watched(root: Partial<Root>, path: string, stats?: Stats): boolean {
  const whole = { name: 'notes', path: '/notes', ...root }
  return isWatched(rootScope(whole, [whole]), path, stats)
}

describe('what is watched', () => {
  it.each([
    ['a.md', fileStats, true],
    ['deep/down/a.md', fileStats, true],
    ['deep', folderStats, true],
    ['deep/down', undefined, true],
    ['.gitignore', fileStats, true],
    ['deep/.recalliteignore', fileStats, true],
    ['photo.png', fileStats, false],
    ['.a.md.swp', fileStats, false],
    ['4913', fileStats, false],
    ['node_modules', folderStats, false],
    ['node_modules/a/readme.md', fileStats, false],
    ['.git', undefined, false],
    ['.git/HEAD', fileStats, false],
  ])('in a whole folder: %s', (path, stats, expected) => {
    expect(watched({}, path, stats)).toBe(expected)
  })

  it.each([
    ['MEMORY.md', fileStats, true],
    ['memory', folderStats, true],
    ['memory/2026/a.md', fileStats, true],
    ['memory/a.txt', fileStats, false],
    ['src', folderStats, false],
    ['src/memory/a.md', fileStats, false],
    ['README.md', fileStats, false],
  ])('in a workspace with a memory: %s', (path, stats, expected) => {
    expect(watched({ include: ['MEMORY.md', 'memory/**/*.md'] }, path, stats)).toBe(expected)
  })

  it('in a folder of transcripts: these alone', () => {
    const root = { kind: 'sessions' as const }
    expect(watched(root, 'today/a.jsonl', fileStats)).toBe(true)
    expect(watched(root, 'today/a.md', fileStats)).toBe(false)
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

/** What this process has Linux watch. */
function systemWatches(): number {
  const folder = '/proc/self/fdinfo'
  const texts = readdirSync(folder).map((name) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  })
  return texts.join('\n').match(/^inotify wd:/gmu)?.length ?? 0
}

describe('counting what is watched', () => {
  it('A21: counts of a large repository with a memory in it what belongs to the memory', async () => {
    const folder = largeRepository()
    // The folder, MEMORY.md, memory/ and today.md.
    expect(await countWatched([memoryOf(folder)])).toBe(4)
    // The folder, src/, its 20 folders, 600 files, MEMORY.md, README.md and memory/ with its file.
    expect(await countWatched([{ name: 'work', path: folder }])).toBe(626)
  })

  it('counts what lies in two roots once for each that watches it', async () => {
    const folder = largeRepository()
    const inner = { name: 'part', path: join(folder, 'src', 'part-0') }
    expect(await countWatched([memoryOf(folder), inner])).toBe(4 + 31)
    // The inner folder is the inner root's.
    expect(await countWatched([{ name: 'work', path: folder }, inner])).toBe(626)
  })

  it('follows no links, and gets by without what is not there', async () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    symlinkSync(largeRepository(), join(folder, 'linked'))
    mkdirSync(join(folder, 'empty'))
    expect(await countWatched([{ name: 'notes', path: folder }])).toBe(3)
    expect(await countWatched([{ name: 'gone', path: join(folder, 'gone') }])).toBe(1)
    expect(await countWatched([])).toBe(0)
  })

  it('ends where it is enough', async () => {
    const folder = largeRepository()
    const count = await countWatched([{ name: 'work', path: folder }], { most: 50 })
    expect(count).toBeGreaterThan(50)
    expect(count).toBeLessThan(600)
  })

  it.skipIf(process.platform !== 'linux')('A21: counts as many as the system watches', async () => {
    const folder = largeRepository()
    writeNote(folder, '.gitignore', 'dist')
    for (const root of [memoryOf(folder), { name: 'work', path: folder }]) {
      const before = systemWatches()
      const watch = await watchFiles([root], { onChange: ignore, onMove: ignore, onFailure: ignore })
      const watches = systemWatches() - before
      await watch.close()
      expect(watches).toBe(await countWatched([root]))
    }
  })
})

describe('a throttle', () => {
  beforeEach(() => void vi.useFakeTimers())

  afterEach(() => void vi.useRealTimers())

  it('tells each thing once in an interval, and the last of it too', () => {
    const told: string[] = []
    const tell = throttled((thing: string) => void told.push(thing), 50)
    for (let time = 0; time < 100; time += 10) {
      tell('changed')
      if (time === 30) tell('moved')
      vi.advanceTimersByTime(10)
    }
    expect(told).toEqual(['changed', 'moved', 'changed'])
    tell('changed')
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual(['changed', 'moved', 'changed', 'changed'])
  })
})
