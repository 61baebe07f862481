import { appendFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Root } from '@recallite/store'

import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import { pathsFor, quick, until, watchedMemory, watchedNotes } from './__fixtures__/watched-notes.js'
import type { WatchFiles } from './watch-files.js'
import { watchMemory } from './watch-memory.js'

describe('A21: a watched memory', () => {
  it('indexes present, new and changed files, and removes deleted ones', async () => {
    const { folder, finds, failures } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    writeNote(folder, 'deep/down/b.md', 'beta')
    await finds('beta', 'deep/down/b.md')
    writeNote(folder, 'a.md', 'gamma')
    await finds('gamma', 'a.md')
    await finds('alpha')
    rmSync(join(folder, 'deep'), { recursive: true })
    await finds('beta')
    expect(failures).toEqual([])
  })

  it('embeds new texts', async () => {
    const { model, embedded } = createConceptModel()
    const { folder, failures } = await watchedNotes({ 'a.md': 'automobile' }, { models: [model] })
    await until(async () => embedded.length > 0)
    writeNote(folder, 'b.md', 'vehicle')
    await until(async () => embedded.some((text) => text.includes('vehicle')))
    expect(failures).toEqual([])
  })

  it('stops when it is closed, and can be started again', async () => {
    const { folder, memory, watch, finds } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    await expect(memory.watch()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    // An update that has been noticed already would read what is written next.
    await setTimeout(500)
    await watch.close()
    writeNote(folder, 'a.md', 'omega')
    await setTimeout(300)
    expect(await pathsFor(memory, 'omega')).toEqual([])
    await memory.watch(quick)
    await finds('omega', 'a.md')
  })
})

describe('A20: transcripts that grow while they are watched', () => {
  const line = (text: string) => `${JSON.stringify({ role: 'user', content: text })}\n`

  it('wait until they have grown enough, and are read at once by a sync', async () => {
    const folder = notesFolder({ 'a.jsonl': line('alpha') })
    const source = { kind: 'sessions', folder, deltaBytes: 60 } as const
    const { memory } = await testMemory({ sources: [source], freshness: 'none' })
    const syncs: number[] = []
    await memory.watch({ ...quick, onSync: ({ changed }) => syncs.push(changed) })
    await until(async () => (await pathsFor(memory, 'alpha')).length === 1)
    const before = syncs.length
    appendFileSync(join(folder, 'a.jsonl'), line('beta'))
    await until(async () => syncs.length > before)
    expect(await pathsFor(memory, 'beta')).toEqual([])
    appendFileSync(join(folder, 'a.jsonl'), line('gamma') + line('delta'))
    await until(async () => (await pathsFor(memory, 'beta')).length === 1)
    appendFileSync(join(folder, 'a.jsonl'), line('omega'))
    await memory.sync()
    expect(await pathsFor(memory, 'omega')).toEqual(['a.jsonl'])
  })
})

describe('A21: sources that do not exist yet', () => {
  it.each(['MEMORY.md', 'memory/2026/a.md'])('a new memory that begins with %s is noticed', async (path) => {
    const folder = notesFolder({ 'src/code.md': 'code' })
    const { finds, failures } = await watchedMemory({ sources: [{ kind: 'memory', folder }] })
    await finds('alpha')
    writeNote(folder, path, 'alpha')
    await finds('alpha', path)
    // From now on it is watched.
    writeNote(folder, 'memory/b.md', 'beta')
    await finds('beta', 'memory/b.md')
    await finds('code')
    expect(failures).toEqual([])
  })

  it('a memory is noticed in a new workspace, and one that is a link', async () => {
    const folder = notesFolder()
    const work = join(folder, 'work')
    const { finds, failures } = await watchedMemory({ sources: [{ kind: 'memory', folder: work }] })
    await finds('alpha')
    writeNote(work, 'MEMORY.md', 'beta')
    await finds('beta', 'MEMORY.md')
    writeNote(work, 'docs/a.md', 'alpha')
    symlinkSync('docs', join(work, 'memory'))
    await finds('alpha', 'docs/a.md')
    writeNote(work, 'docs/a.md', 'gamma')
    await finds('gamma', 'docs/a.md')
    expect(failures).toEqual([])
  })

  it('only later changes are read', async () => {
    const folder = notesFolder({ 'old/a.md': 'alpha' })
    const paths = { kind: 'paths', paths: ['old', 'new'], folder } as const
    const { memory, finds } = await watchedMemory({ sources: [paths] }, { syncAtOnce: false })
    await setTimeout(2_500)
    expect(await memory.listRoots()).toEqual([])
    writeNote(folder, 'new/b.md', 'beta')
    await finds('beta', 'b.md')
  })

  it('a missing source does not cause repeated updates', async () => {
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

  it('a root that another program adds is watched', async () => {
    const folder = notesFolder({ 'a.md': 'alpha' })
    const { store, finds, failures } = await watchedMemory({ sources: [] })
    await store.putRoot({ name: 'notes', path: folder })
    await finds('alpha', 'a.md')
    writeNote(folder, 'a.md', 'beta')
    await finds('beta', 'a.md')
    expect(failures).toEqual([])
  })
})

const roots: Root[] = [{ name: 'notes', path: '/notes' }]

function watchedBy(watchFiles: WatchFiles) {
  const changes: unknown[] = []
  const background = {
    changed: (how: unknown) => void changes.push(how),
    isBehind: false,
    refreshedAt: undefined,
    refreshed: async () => {},
    close: async () => {},
  }
  const failures: string[] = []
  const options = { interval: 0, onFailure: (message: string) => failures.push(message) }
  const store = { listRoots: async () => roots }
  const subject = { store, sources: [], background, setListener: () => {}, watchFiles }
  return { changes, failures, begin: () => watchMemory(subject, options) }
}

describe('A21: without further system watches', () => {
  it('checks repeatedly instead, and reports it once', async () => {
    let closed = 0
    const { changes, failures, begin } = watchedBy(async (_, { onFailure }) => {
      onFailure(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }))
      onFailure(new Error('and again'))
      return { reached: 1, close: async () => void (closed += 1) }
    })
    const watch = await begin()
    const before = changes.length
    await setTimeout(2_200)
    expect(changes.length).toBeGreaterThan(before)
    expect(failures).toEqual([expect.stringMatching(/EMFILE.* all files are checked every 2 s instead/)])
    expect(closed).toBeGreaterThan(0)
    await watch.close()
    const after = changes.length
    await setTimeout(2_200)
    expect(changes).toHaveLength(after)
  })
})
