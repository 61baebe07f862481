import type { Stats } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Root } from '@recallite/store'
import { rootScope } from '../sync/root-scope.js'
import { isWatched } from './is-watched.js'

const file = { isDirectory: () => false } as Stats
const folder = { isDirectory: () => true } as Stats

function watched(root: Partial<Root>, path: string, stats?: Stats): boolean {
  const whole = { name: 'notes', path: '/notes', ...root }
  return isWatched(rootScope(whole, [whole]), path, stats)
}

describe('what is watched', () => {
  it.each([
    ['a.md', file, true],
    ['deep/down/a.md', file, true],
    ['deep', folder, true],
    ['deep/down', undefined, true],
    ['.gitignore', file, true],
    ['deep/.recalliteignore', file, true],
    ['photo.png', file, false],
    ['.a.md.swp', file, false],
    ['4913', file, false],
    ['node_modules', folder, false],
    ['node_modules/a/readme.md', file, false],
    ['.git', undefined, false],
    ['.git/HEAD', file, false],
  ])('in a whole folder: %s', (path, stats, expected) => {
    expect(watched({}, path, stats)).toBe(expected)
  })

  it.each([
    ['MEMORY.md', file, true],
    ['memory', folder, true],
    ['memory/2026/a.md', file, true],
    ['memory/a.txt', file, false],
    ['src', folder, false],
    ['src/memory/a.md', file, false],
    ['README.md', file, false],
  ])('in a workspace with a memory: %s', (path, stats, expected) => {
    expect(watched({ include: ['MEMORY.md', 'memory/**/*.md'] }, path, stats)).toBe(expected)
  })

  it('in a folder of transcripts: these alone', () => {
    const root = { kind: 'sessions' as const }
    expect(watched(root, 'today/a.jsonl', file)).toBe(true)
    expect(watched(root, 'today/a.md', file)).toBe(false)
  })
})
