import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { emulatePlatform, temporaryFolder } from '@recallite/test-kit'
import { emulateMacDisk } from './__fixtures__/mac-disk.js'
import { describe, expect, it } from 'vitest'
import { notesFolder } from './__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from './__fixtures__/test-memory.js'
import type { Memory } from './memory.js'
import { findProject } from './sources/find-project.js'
import { resolveSources } from './sources/resolve-sources.js'
import { foldName, innerPath, isPlainPath, realPathOf, splitPath } from './system-paths.js'

const composed = 'Über uns.md'.normalize('NFC')
const decomposed = composed.normalize('NFD')
/** The paths of a memory of one root. */
async function pathsOf(memory: Memory): Promise<string[]> {
  const [root] = await memory.listRoots()
  return (await memory.listDocuments(root?.name ?? '')).map(({ path }) => path).toSorted()
}

const code = (name: string) => expect.objectContaining({ code: name })

describe('Windows paths', () => {
  it.each([
    [String.raw`C:\notes\a\b.md`, String.raw`C:\notes`, 'a/b.md'],
    [String.raw`C:\b.md`, 'C:\\', 'b.md'],
    [String.raw`\\server\share\notes\a.md`, '\\\\server\\share\\', 'notes/a.md'],
    [String.raw`C:\notes`, String.raw`C:\notes`, ''],
    [String.raw`C:\notes-2\a.md`, String.raw`C:\notes`, undefined],
    [String.raw`D:\notes\a.md`, String.raw`C:\notes`, undefined],
  ])('%s from %s is %j', (path, folder, inner) => {
    expect(innerPath(path, folder, win32)).toBe(inner)
  })

  it.each([
    [String.raw`C:\notes\*.md`, 'C:\\', ['notes', '*.md']],
    [String.raw`\\server\share\notes\*.md`, '\\\\server\\share\\', ['notes', '*.md']],
  ])('%s begins at its drive or share', (path, top, names) => {
    expect(splitPath(path, win32)).toEqual({ top, names })
  })

  it.each([
    'a\\..\\..\\b',
    'C:a.md',
    'C:/a.md',
    'a.md:stream',
    String.raw`\\server\share`,
    '../a',
    'a//b',
    '',
  ])('%j is not a path inside a root', (path) => expect(isPlainPath(path, win32)).toBe(false))

  it('names with these characters are valid elsewhere', () => {
    expect(['a\\b.md', 'C:a.md', 'a/b.md'].map((path) => isPlainPath(path, posix))).toEqual([
      true,
      true,
      true,
    ])
    expect([innerPath('/a\\b.md', '/', posix), innerPath('/a/b', '/a/', posix)]).toEqual(['a\\b.md', 'b'])
  })

  it('a document is found by a path with backslashes, in any case', async () => {
    const { memory } = await indexedMemory({ 'Sub/Note.md': 'zeppelin' })
    await expect(memory.get('sub\\note.md')).rejects.toThrow(code('DOCUMENT_UNKNOWN'))
    emulatePlatform('win32')
    expect((await memory.get('sub\\note.md:1')).path).toBe('Sub/Note.md')
  })
})

describe('names', () => {
  it('are compared as on the file systems of a platform', () => {
    expect(foldName(`${decomposed}/NOTES`, 'darwin')).toBe(foldName(`${composed}/notes`, 'darwin'))
    expect(foldName('NOTES', 'win32')).toBe('notes')
    expect([foldName(decomposed, 'win32'), foldName('NOTES', 'linux')]).toEqual([
      decomposed.toLowerCase(),
      'NOTES',
    ])
  })

  it('in decomposed form are found by composed names, on every system', async () => {
    const { memory } = await indexedMemory({ [`${decomposed}`]: 'zeppelin', 'b.md': 'zeppelin' })
    const [root] = await memory.listRoots()
    const named = [composed, `${root?.name}:${composed}:1`, `${decomposed}:1`].map((place) =>
      memory.get(place),
    )
    expect((await Promise.all(named)).map(({ path }) => path)).toEqual([decomposed, decomposed, decomposed])
    const { answer } = await memory.search('zeppelin', { threshold: 0, paths: [composed] })
    expect(answer.results.map(({ path }) => path)).toEqual([decomposed])
    expect(await memory.why('zeppelin', composed)).toMatchObject({ path: decomposed, isIndexed: true })
    await expect(memory.get('B.md')).rejects.toThrow(code('DOCUMENT_UNKNOWN'))
  })

  it('that differ only in Unicode form are two files on Linux', async () => {
    const { memory } = await indexedMemory({ [decomposed]: 'one', [composed]: 'two' })
    expect((await memory.get(decomposed)).text).toBe('one')
    expect((await memory.get(composed)).text).toBe('two')
  })
})

describe('a macOS disk', () => {
  it('has one root for a folder in any spelling of its path', async () => {
    const folder = notesFolder({ 'Café/a.md': 'zeppelin' })
    emulateMacDisk(folder)
    const { memory } = await testMemory()
    await memory.index([join(folder, 'Café')])
    await memory.index([join(folder, 'café'.normalize('NFD')), join(folder, 'CAFÉ')])
    expect((await memory.listRoots()).map(({ path }) => path)).toEqual([join(folder, 'Café')])
    expect(await pathsOf(memory)).toEqual(['a.md'])
    const [passage] = await memory.getAll(['CAFÉ/A.md:1'], { folder })
    expect(passage).toMatchObject({ path: 'a.md', text: 'zeppelin' })
    expect((await memory.get('A.MD')).text).toBe('zeppelin')
  })

  it('ignores files that an ignore file spells differently, as git does', async () => {
    const folder = notesFolder({
      '.gitignore': `PRIVATE/\n${composed}\n`,
      'private/a.md': 'x',
      [decomposed]: 'x',
      'b.md': 'x',
    })
    const { memory } = await testMemory()
    await memory.index([folder])
    expect(await pathsOf(memory)).toEqual([decomposed, 'b.md', 'private/a.md'])
    emulateMacDisk(folder)
    await memory.index([folder])
    expect(await pathsOf(memory)).toEqual(['b.md'])
  })

  it('has the memory and the project of a folder in the spelling on disk', () => {
    const folder = notesFolder({ 'Work/Memory/a.md': 'x', 'Work/src/x.ts': '' })
    emulateMacDisk(folder)
    const work = join(folder, 'Work')
    expect(findProject(join(folder, 'WORK/SRC'), { home: folder })).toBe(work)
    const { roots, refused } = resolveSources([{ kind: 'memory', folder: join(folder, 'work') }])
    expect([roots.map(({ path }) => path), refused]).toEqual([[work], []])
  })
})

it('a real path follows links, and is undefined if they lead nowhere', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'a'))
  symlinkSync('a', join(folder, 'link'))
  expect(realPathOf(join(folder, 'link'))).toBe(join(folder, 'a'))
  renameSync(join(folder, 'a'), join(folder, 'b'))
  expect(realPathOf(join(folder, 'link'))).toBe(undefined)
})
