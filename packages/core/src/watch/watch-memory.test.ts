import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import { isBuilt, pathsFor, quick, until, watchedNotes } from './__fixtures__/watched-notes.js'

describe.skipIf(!isBuilt)('A21: a watched memory', () => {
  it('brings in what is there, what is new, what changes, and forgets what is gone', async () => {
    const { folder, finds, troubles } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    writeNote(folder, 'deep/down/b.md', 'beta')
    await finds('beta', 'deep/down/b.md')
    writeNote(folder, 'a.md', 'gamma')
    await finds('gamma', 'a.md')
    await finds('alpha')
    rmSync(join(folder, 'deep'), { recursive: true })
    await finds('beta')
    expect(troubles).toEqual([])
  })

  it('sees a file that is written aside and renamed over another, as editors do', async () => {
    const { folder, finds, troubles } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    writeFileSync(join(folder, '.a.md.swp'), 'swap')
    writeFileSync(join(folder, 'a.md~'), 'alpha')
    writeFileSync(join(folder, '.a.md.tmp'), 'omega')
    renameSync(join(folder, '.a.md.tmp'), join(folder, 'a.md'))
    await finds('omega', 'a.md')
    await finds('swap')
    expect(troubles).toEqual([])
  })

  it('sees a folder that is moved in with all that is in it', async () => {
    const { folder, finds, troubles } = await watchedNotes({ 'a.md': 'alpha' })
    const elsewhere = temporaryFolder()
    mkdirSync(join(elsewhere, 'new'))
    writeFileSync(join(elsewhere, 'new/b.md'), 'beta')
    renameSync(join(elsewhere, 'new'), join(folder, 'new'))
    await finds('beta', 'new/b.md')
    writeNote(folder, 'new/b.md', 'delta')
    await finds('delta', 'new/b.md')
    expect(troubles).toEqual([])
  })

  it('follows a root that is added meanwhile', async () => {
    const { folder, memory, finds, troubles } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    const other = notesFolder({ 'b.md': 'beta' })
    await memory.index([other])
    // A root is followed from the next look at the files on.
    writeNote(folder, 'a.md', 'omega')
    await finds('omega', 'a.md')
    await setTimeout(200)
    writeNote(other, 'c.md', 'poke')
    await finds('poke', 'c.md')
    expect(troubles).toEqual([])
  })

  it('embeds what is new', async () => {
    const { model, embedded } = createConceptModel()
    const { folder, troubles } = await watchedNotes({ 'a.md': 'automobile' }, { models: [model] })
    await until(async () => embedded.length > 0)
    writeNote(folder, 'b.md', 'vehicle')
    await until(async () => embedded.some((text) => text.includes('vehicle')))
    expect(troubles).toEqual([])
  })

  it('ends when it is closed, and can be begun again', async () => {
    const { folder, memory, watch, finds } = await watchedNotes({ 'a.md': 'alpha' })
    await finds('alpha', 'a.md')
    await expect(memory.watch()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await watch.close()
    writeNote(folder, 'a.md', 'omega')
    await setTimeout(300)
    expect(await pathsFor(memory, 'omega')).toEqual([])
    await memory.watch(quick)
    await finds('omega', 'a.md')
  })
})

describe.skipIf(!isBuilt)('A20: transcripts that grow while they are watched', () => {
  const line = (text: string) => `${JSON.stringify({ role: 'user', content: text })}\n`

  it('wait until there is enough that is new, and are read at once where somebody syncs', async () => {
    const folder = notesFolder({ 'a.jsonl': line('alpha') })
    const source = { kind: 'sessions', folder, deltaMessages: 3 } as const
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
