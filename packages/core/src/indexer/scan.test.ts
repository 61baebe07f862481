import { chmodSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Root } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { type ScanOptions, scanRoot } from './scan.js'

const now = () => Date.UTC(2026, 0, 31)

async function scan(path: string, root: Partial<Root> = {}, options: Partial<ScanOptions> = {}) {
  const found = await scanRoot({ name: 'r', path, ...root }, { now, ...options })
  const { files = [], skipped = [], unreadable = [] } = found ?? {}
  return { files: files.map((file) => file.path), skipped, unreadable }
}

const noContext = { roots: [], unreachable: [] }

const memory = ['MEMORY.md', 'memory/**/*.md']

describe('A20: the files of a root', () => {
  it('match its globs, and no other folder is read', async () => {
    const folder = notesFolder({
      'MEMORY.md': 'm',
      'memory/2026/a.md': 'a',
      'memory/b.txt': 'b',
      'memory/picture.png': 'p',
      'src/c.md': 'c',
      'node_modules/d/memory/d.md': 'd',
    })
    mkdirSync(join(folder, 'locked'))
    chmodSync(join(folder, 'locked'), 0)
    const found = await scan(folder, { include: memory })
    chmodSync(join(folder, 'locked'), 0o700)
    expect(found).toEqual({ files: ['MEMORY.md', 'memory/2026/a.md'], skipped: [], unreadable: [] })
  })

  it('a folder that no glob leads into is not read', async () => {
    const folder = notesFolder({ 'memory/a.md': 'a', 'src/.gitignore': Buffer.from('x\0'), 'src/b.md': 'b' })
    expect((await scan(folder, { include: memory })).skipped).toEqual([])
    expect((await scan(folder)).skipped.map(({ path }) => path)).toEqual(['src/.gitignore'])
  })

  it('exclude those of roots inside it', async () => {
    const folder = notesFolder({
      'a.md': 'a',
      's/b.jsonl': '{}',
      'w/MEMORY.md': 'm',
      'w/c.md': 'c',
      'n/d.md': 'd',
    })
    const at = (path: string) => join(folder, path)
    const roots: Root[] = [
      { name: 's', path: at('s'), kind: 'sessions' },
      { name: 'w', path: at('w'), include: memory },
      { name: 'n', path: at('n') },
      { name: 'r', path: folder },
    ]
    const found = await scan(folder, {}, { context: { ...noContext, roots } })
    expect(found.files).toEqual(['a.md', 'w/c.md'])
  })

  it('of sessions are recent transcripts', async () => {
    const folder = notesFolder({
      'a.jsonl': '{}',
      'deep/b.JSONL': '{}',
      'c.md': 'c',
      'sessions.json': '{}',
      '.d.jsonl': '{}',
    })
    const day = (date: number) => Date.UTC(2026, 0, date) / 1000
    utimesSync(join(folder, 'a.jsonl'), day(1), day(1))
    utimesSync(join(folder, 'deep/b.JSONL'), day(2), day(2))
    const sessions = { kind: 'sessions' } as const
    expect(await scan(folder, sessions)).toEqual({
      files: ['a.jsonl', 'deep/b.JSONL'],
      skipped: [],
      unreadable: [],
    })
    const surroundings = { ...noContext, sessionRules: new Map([[folder, { retentionDays: 29 }]]) }
    expect((await scan(folder, sessions, { context: surroundings })).files).toEqual(['deep/b.JSONL'])
  })

  it('include a missing source as unreadable', async () => {
    const folder = notesFolder({ 'a.md': 'a' })
    const surroundings = { ...noContext, unreachable: [join(folder, 'disk'), '/elsewhere'] }
    expect((await scan(folder, {}, { context: surroundings })).unreadable).toEqual(['disk/'])
  })

  it('in hidden folders are included if a source names these', async () => {
    const folder = notesFolder({
      '.notes/deep/a.md': 'a',
      '.notes/.b.md': 'b',
      '.c/d.md': 'd',
      '.c/e.md': 'e',
      'f.md': 'f',
    })
    const named = ['.notes/**', '.c/d.md']
    expect((await scan(folder, { include: named })).files).toEqual(['.c/d.md', '.notes/deep/a.md'])
    const all = await scan(folder, { include: ['**', ...named] })
    expect(all.files).toEqual(['.c/d.md', '.notes/deep/a.md', 'f.md'])
  })
})

describe('A20: ignore files', () => {
  it('.recalliteignore counts after .gitignore, and can re-include what that ignores', async () => {
    const folder = notesFolder({
      '.gitignore': '*.log.md\nprivate/\n',
      '.recalliteignore': '!listed.log.md\ndrafts\n',
      'a.log.md': 'a',
      'listed.log.md': 'k',
      'private/p.md': 'p',
      'drafts/d.md': 'd',
      'deep/.gitignore': '!a.log.md',
      'deep/a.log.md': 'a',
      'deep/b.log.md': 'b',
      'deep/drafts/c.md': 'c',
      'z.md': 'z',
    })
    expect((await scan(folder)).files).toEqual(['deep/a.log.md', 'listed.log.md', 'z.md'])
  })

  it('skip ignored files silently, pictures and links too, and do not read folders', async () => {
    const folder = notesFolder({
      '.gitignore': 'out/\n*.png\nlink\n',
      'a.png': 'a',
      'out/.gitignore': Buffer.from('\0'),
    })
    symlinkSync(join(folder, 'out'), join(folder, 'link'))
    expect(await scan(folder)).toEqual({ files: [], skipped: [], unreadable: [] })
  })

  it('name a link to a folder, once', async () => {
    const folder = notesFolder({ 'a.md': 'a' })
    symlinkSync(notesFolder({ 'b.md': 'b', 'c.md': 'c' }), join(folder, 'shared'))
    symlinkSync(join(folder, 'gone'), join(folder, 'broken'))
    const { files, skipped } = (await scanRoot({ name: 'notes', path: folder }, { now: Date.now })) ?? {}
    expect(files?.map(({ path }) => path)).toEqual(['a.md'])
    expect(skipped?.map(({ path, reason }) => [path, reason.slice(0, 18)])).toEqual([
      ['broken', 'a symbolic link; l'],
      ['shared', 'a link to a folder'],
    ])
  })

  it.each([
    ['memory/', 'a folder of that name'],
    ['*', 'everything'],
    ['/memory/**', 'all in it'],
    ['**/memory/*', 'all in it, anywhere'],
    ['/*\n!/src', 'all but the sources'],
  ])('above do not hide a memory: %j (%s)', async (lines) => {
    const folder = notesFolder({
      '.gitignore': lines,
      'MEMORY.md': 'm',
      'memory/a.md': 'a',
      'memory/b/c.md': 'c',
      'src/d.md': 'd',
    })
    const found = ['MEMORY.md', 'memory/a.md', 'memory/b/c.md']
    expect((await scan(folder, { include: memory })).files).toEqual(found)
    expect((await scan(folder, { include: ['**', ...memory] })).files).toEqual(expect.arrayContaining(found))
  })

  it('hide the paths that they name in a memory', async () => {
    const folder = notesFolder({
      '.gitignore': '*\nmemory/private/\n*.secret.md\n',
      'memory/.gitignore': 'drafts/\n',
      'memory/a.md': 'a',
      'memory/a.secret.md': 's',
      'memory/private/p.md': 'p',
      'memory/drafts/d.md': 'd',
      'other.md': 'o',
    })
    expect((await scan(folder, { include: ['**', ...memory] })).files).toEqual(['memory/a.md'])
  })

  it('that are not text, or links, are reported and ignored', async () => {
    const folder = notesFolder({
      'nul/.gitignore': Buffer.from('a.md\0'),
      'nul/a.md': 'a',
      'latin/.gitignore': Buffer.from([0xe9, 0x0a, ...Buffer.from('b.md\n')]),
      'latin/a.md': 'a',
      'latin/b.md': 'b',
      'link/a.md': 'a',
      'folder/.gitignore/a.md': 'a',
    })
    symlinkSync(join(folder, 'latin/.gitignore'), join(folder, 'link/.gitignore'))
    const { files, skipped } = await scan(folder)
    expect(files).toEqual(['latin/a.md', 'link/a.md', 'nul/a.md'])
    expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'latin/.gitignore': 'ignore file: contains invalid UTF-8',
      'link/.gitignore': 'ignore file: a link or not a regular file, which git ignores as well',
      'nul/.gitignore': 'ignore file: not a text: it contains NUL bytes',
    })
  })

  it.skipIf(process.getuid?.() === 0)('that cannot be read are reported', async () => {
    const folder = notesFolder({ '.gitignore': 'a.md', 'a.md': 'a' })
    chmodSync(join(folder, '.gitignore'), 0)
    const { files, skipped } = await scan(folder)
    expect([files, skipped[0]?.reason]).toEqual([['a.md'], expect.stringMatching(/cannot be read/)])
  })

  it.each<[string, string, RegExp]>([
    [
      'many lines',
      Array.from({ length: 50_000 }, (_, n) => `${n}`).join('\n'),
      /only its first 256 KB are read.*2000 patterns/,
    ],
    ['a long line', 'x*'.repeat(600_000), /only its first 256 KB are read/],
    [
      'laborious patterns',
      Array.from({ length: 500 }, (_, n) => `${n}${'/**/a'.repeat(150)}`).join('\n'),
      /more than 2 times/,
    ],
    ['long patterns', '*a'.repeat(2000), /1000 characters/],
  ])('with %s do not hang a scan, and are reported', async (_, lines, reason) => {
    const folder = notesFolder({ '.gitignore': `z.md\n${lines}\n` })
    const deep = 'a/'.repeat(95)
    for (let n = 0; n < 50; n += 1) writeNote(folder, `${deep}${'a'.repeat(200)}${n}.md`, 'a')
    writeNote(folder, 'z.md', 'z')
    const { files, skipped } = await scan(folder)
    expect(files).toHaveLength(50)
    expect(skipped.map((each) => each.reason)).toEqual([expect.stringMatching(reason)])
  })

  it('limit the depth of a scan', async () => {
    const deep = `${'a/'.repeat(101)}a.md`
    const folder = notesFolder({ '.gitignore': '**/a/**/b\n', [deep]: 'a', 'a/b.md': 'b' })
    const { files, skipped } = await scan(folder)
    expect([files, skipped.map(({ path }) => path)]).toEqual([['a/b.md'], ['a/'.repeat(101).slice(0, -1)]])
  })

  it('share the maximum number of patterns with those above', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n}.md`).join('\n')
    const folder = notesFolder({
      '.gitignore': lines(1999),
      'deep/.gitignore': 'a.md\nb.md',
      'deep/a.md': 'a',
      'deep/b.md': 'b',
    })
    const { files, skipped } = await scan(folder)
    expect([files, skipped.map(({ path }) => path)]).toEqual([['deep/b.md'], ['deep/.gitignore']])
  })
})
