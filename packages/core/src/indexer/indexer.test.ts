import { execFileSync } from 'node:child_process'
import { chmodSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'
import type { IndexReport } from './memory-indexer.js'

const counts = ({ files, added, changed, removed, unchanged }: IndexReport) =>
  `${files} files: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`

describe('indexing a folder', () => {
  it('A19: adds files, skips unchanged ones, and detects edits, renames and deletions', async () => {
    const folder = notesFolder({ 'a.md': 'apple pie', 'b/c.md': 'cherry tart', 'd.txt': 'date cake' })
    const { memory } = await testMemory()
    expect(counts(await memory.index([folder]))).toBe('3 files: 3 added, 0 changed, 0 removed, 0 unchanged')
    expect(counts(await memory.index([folder]))).toBe('3 files: 0 added, 0 changed, 0 removed, 3 unchanged')
    writeNote(folder, 'a.md', 'orange pie')
    renameSync(join(folder, 'b/c.md'), join(folder, 'b/moved.md'))
    rmSync(join(folder, 'd.txt'))
    expect(counts(await memory.index([]))).toBe('2 files: 1 added, 1 changed, 2 removed, 0 unchanged')
    const paths = async (query: string) => (await memory.search(query)).answer.results.map(({ path }) => path)
    expect(await paths('apple')).toEqual([])
    expect(await paths('orange')).toEqual(['a.md'])
    expect(await paths('cherry')).toEqual(['b/moved.md'])
  })

  it('detects an edit of the same size within the same second, with reset times', async () => {
    const folder = notesFolder({ 'a.md': 'apple' })
    const file = join(folder, 'a.md')
    const { atime, mtime } = statSync(file)
    const { memory } = await testMemory()
    await memory.index([folder])
    writeNote(folder, 'a.md', 'grape')
    utimesSync(file, atime, mtime)
    expect((await memory.index([folder])).changed).toBe(1)
    expect((await memory.search('grape')).answer.results).toHaveLength(1)
  })

  it('does not read unchanged files again', async () => {
    const { memory, store, folder } = await indexedMemory(
      { 'a.md': 'apple' },
      { now: () => Date.now() + 60_000 },
    )
    const [before] = await store.listDocuments(basename(folder))
    await memory.index([folder])
    const [after] = await store.listDocuments(basename(folder))
    expect(after?.readAt).toBe(before?.readAt)
  })

  it('cuts again when the chunk size changes, and only then', async () => {
    const text = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} is about the lighthouse.`).join('\n\n')
    const folder = notesFolder({ 'a.md': text })
    const store = await openSqliteStore({ path: ':memory:' })
    const { memory: large } = await testMemory({ store })
    const { memory: small } = await testMemory({ store, chunking: { target: 60, overlap: 10 } })
    const before = await large.index([folder])
    const after = await small.index([folder])
    expect(after.changed).toBe(1)
    expect(after.chunks).toBeGreaterThan(before.chunks * 3)
    expect((await small.index([folder])).changed).toBe(0)
  })

  it('skips files that are not text, with a reason, and indexes the rest', async () => {
    const folder = notesFolder({
      'good.md': 'good',
      'nul.md': Buffer.from('a\0b'),
      'short.md': Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
      'huge.md': Buffer.alloc(10 * 1024 * 1024 + 1, 'x'),
      'picture.png': Buffer.from([0x89, 0x50]),
      '.hidden.md': 'hidden',
      'node_modules/pkg/readme.md': 'dependency',
    })
    symlinkSync(join(folder, 'good.md'), join(folder, 'link.md'))
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    const { memory } = await testMemory()
    const report = await memory.index([folder])
    expect(report.files).toBe(1)
    const reasons = Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason]))
    expect(Object.keys(reasons).toSorted()).toEqual(
      ['huge.md', 'short.md', 'link.md', 'nul.md', 'picture.png', 'pipe.md'].toSorted(),
    )
    expect(reasons['nul.md']).toMatch(/binary/)
    expect(reasons['short.md']).toMatch(/not UTF-8.*iconv/)
    expect(reasons['huge.md']).toMatch(/10 MB/)
    expect(reasons['link.md']).toMatch(/symbolic link/)
    expect(report.skipped.filter(({ isText }) => !isText).map(({ path }) => path)).toEqual(['picture.png'])
  })

  it('finds changes despite many files that are not text', async () => {
    const folder = notesFolder({ 'z.md': 'oldword', 'short.md': Buffer.from([0xc4, 0xe3, 0xba, 0xc3]) })
    const later = () => Date.now() + 60_000
    const { memory } = await testMemory({ now: later })
    await memory.index([folder])
    const again = await memory.index([])
    expect(again.skipped.map(({ path }) => path)).toEqual(['short.md'])
    writeNote(folder, 'z.md', 'newword')
    const { answer, stalePaths } = await memory.search('newword')
    expect([answer.results.length, stalePaths]).toEqual([1, []])
  })

  it('adds all folders or none', async () => {
    const folder = notesFolder({ 'good/a.md': 'a' })
    const { memory } = await testMemory()
    const folders = [join(folder, 'good'), join(folder, 'missing')]
    await expect(memory.index(folders)).rejects.toMatchObject({ code: 'FOLDER_NOT_FOUND' })
    expect(await memory.listRoots()).toEqual([])
    await expect(memory.index([''])).rejects.toMatchObject({ code: 'FOLDER_NOT_FOUND' })
  })

  it('forgets the old text of a file that became binary', async () => {
    const { memory, folder } = await indexedMemory({ 'a.md': 'apple' })
    writeNote(folder, 'a.md', Buffer.from('apple\0'))
    const report = await memory.index([])
    expect(counts(report)).toBe('0 files: 0 added, 0 changed, 1 removed, 0 unchanged')
    expect((await memory.search('apple')).answer.results).toEqual([])
  })
})

describe('roots', () => {
  it('separates two roots with the same file names', async () => {
    const first = notesFolder({ 'notes/a.md': 'alpha only' })
    const second = notesFolder({ 'notes/a.md': 'omega only' })
    const { memory } = await testMemory()
    await memory.index([join(first, 'notes')])
    await memory.index([join(second, 'notes')])
    expect((await memory.listRoots()).map(({ name }) => name)).toEqual(['notes', 'notes-2'])
    const hit = (await memory.search('omega')).answer.results[0]
    expect([hit?.root, hit?.path]).toEqual(['notes-2', 'a.md'])
    rmSync(join(first, 'notes/a.md'))
    await memory.index([join(first, 'notes')])
    expect((await memory.search('omega')).answer.results).toHaveLength(1)
    expect((await memory.search('alpha')).answer.results).toHaveLength(0)
  })

  it('keeps the documents of a root that cannot be reached', async () => {
    const folder = notesFolder({ 'notes/a.md': 'apple' })
    const { memory } = await testMemory()
    await memory.index([join(folder, 'notes')])
    renameSync(join(folder, 'notes'), join(folder, 'unmounted'))
    const report = await memory.index([])
    expect(counts(report)).toBe('1 files: 0 added, 0 changed, 0 removed, 1 unchanged')
    expect(report.skipped[0]?.reason).toMatch(/cannot be reached/)
    expect((await memory.search('apple')).answer.results).toHaveLength(1)
  })

  it.skipIf(process.getuid?.() === 0)('keeps the documents of a folder that cannot be read', async () => {
    const { memory, folder } = await indexedMemory({ 'locked/a.md': 'apple', 'b.md': 'banana' })
    chmodSync(join(folder, 'locked'), 0)
    const report = await memory.index([])
    chmodSync(join(folder, 'locked'), 0o700)
    expect(report.removed).toBe(0)
    expect((await memory.search('apple')).answer.results).toHaveLength(1)
  })

  it('rejects folders inside or around a root, files and missing paths, with a reason', async () => {
    const folder = notesFolder({ 'in/a.md': 'a', 'b.md': 'b' })
    const { memory } = await testMemory()
    await memory.index([join(folder, 'in')])
    const failure = (code: string) => expect.objectContaining({ code })
    await expect(memory.index([folder])).rejects.toThrow(failure('ROOT_OVERLAPS'))
    await expect(memory.index([join(folder, 'b.md')])).rejects.toThrow(failure('FOLDER_NOT_FOUND'))
    await expect(memory.index([join(folder, 'none')])).rejects.toThrow(failure('FOLDER_NOT_FOUND'))
    await memory.removeRoot('in')
    await expect(memory.index([])).rejects.toThrow(failure('NO_ROOTS'))
    await memory.index([folder])
    await expect(memory.index([join(folder, 'in')])).rejects.toThrow(failure('ROOT_OVERLAPS'))
  })

  it('recognises a root by a link to it', async () => {
    const folder = notesFolder({ 'real/a.md': 'a' })
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    const { memory } = await testMemory()
    await memory.index([join(folder, 'real')])
    expect((await memory.index([join(folder, 'link')])).unchanged).toBe(1)
    expect(await memory.listRoots()).toHaveLength(1)
  })
})
