import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { isBuilt, watchedMemory } from './__fixtures__/watched-notes.js'

describe.skipIf(!isBuilt)('A21: sources that are not there yet', () => {
  it.each(['MEMORY.md', 'memory/2026/a.md'])('a memory is seen that begins with %s', async (path) => {
    const folder = notesFolder({ 'src/code.md': 'code' })
    const { finds, troubles } = await watchedMemory({ sources: [{ kind: 'memory', folder }] })
    await finds('alpha')
    writeNote(folder, path, 'alpha')
    await finds('alpha', path)
    // From now on it is watched.
    writeNote(folder, 'memory/b.md', 'beta')
    await finds('beta', 'memory/b.md')
    await finds('code')
    expect(troubles).toEqual([])
  })

  it('a memory is seen in a workspace that is not there itself, and one that is a link', async () => {
    const folder = notesFolder()
    const work = join(folder, 'work')
    const { finds, troubles } = await watchedMemory({ sources: [{ kind: 'memory', folder: work }] })
    await finds('alpha')
    writeNote(work, 'MEMORY.md', 'beta')
    await finds('beta', 'MEMORY.md')
    writeNote(work, 'docs/a.md', 'alpha')
    symlinkSync('docs', join(work, 'memory'))
    await finds('alpha', 'docs/a.md')
    writeNote(work, 'docs/a.md', 'gamma')
    await finds('gamma', 'docs/a.md')
    expect(troubles).toEqual([])
  })

  it('further paths are seen beside a memory that is there', async () => {
    const folder = notesFolder({ 'work/MEMORY.md': 'memory' })
    const memory = { kind: 'memory', folder: join(folder, 'work') } as const
    const paths = { kind: 'paths', paths: ['papers/*.md', 'todo.txt'], folder } as const
    const { finds, troubles } = await watchedMemory({ sources: [memory, paths] })
    await finds('memory', 'MEMORY.md')
    writeNote(folder, 'papers/a.md', 'alpha')
    await finds('alpha', 'a.md')
    writeNote(folder, 'todo.txt', 'beta')
    await finds('beta', 'todo.txt')
    expect(troubles).toEqual([])
  })

  it('nothing is read before it is time, but what comes later', async () => {
    const folder = notesFolder({ 'old/a.md': 'alpha' })
    const paths = { kind: 'paths', paths: ['old', 'new'], folder } as const
    const { memory, finds } = await watchedMemory({ sources: [paths] }, { syncAtOnce: false })
    await setTimeout(2_500)
    expect(await memory.listRoots()).toEqual([])
    writeNote(folder, 'new/b.md', 'beta')
    await finds('beta', 'b.md')
  })

  it('nothing is read again and again because something is missing', async () => {
    const folder = notesFolder({ 'work/MEMORY.md': 'memory' })
    const sources = [join(folder, 'work'), join(folder, 'missing')]
    let syncs = 0
    const { finds } = await watchedMemory({ sources }, { onSync: () => void (syncs += 1) })
    await finds('memory', 'MEMORY.md')
    await setTimeout(2_500)
    const before = syncs
    await setTimeout(4_500)
    expect(syncs).toBe(before)
  })

  it('a root is followed that another program adds', async () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    const { store, finds, troubles } = await watchedMemory({ sources: [] })
    await store.addRoot({ name: 'notes', path: folder })
    await finds('alpha', 'a.md')
    writeNote(folder, 'a.md', 'beta')
    await finds('beta', 'a.md')
    expect(troubles).toEqual([])
  })
})
