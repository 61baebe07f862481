import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { watchedMemory } from './__fixtures__/watched-notes.js'
import { createFollower } from './follow-roots.js'
import { watchFiles } from './watch-files.js'

async function watchedWorkspace() {
  const folder = notesFolder({ 'work/memory/a.md': 'alpha' })
  const [work, aside] = [join(folder, 'work'), join(folder, 'aside')]
  const watched = await watchedMemory({ sources: [{ kind: 'memory', folder: work }] })
  await watched.finds('alpha', 'memory/a.md')
  return { folder, work, aside, ...watched }
}

describe('A21: a workspace that is moved', () => {
  it.each([0, 3_000])('is watched again when it is back after %i ms', async (away) => {
    const { work, aside, finds, failures } = await watchedWorkspace()
    renameSync(work, aside)
    await setTimeout(away)
    renameSync(aside, work)
    writeNote(work, 'memory/a.md', 'beta')
    await finds('beta', 'memory/a.md')
    await finds('alpha')
    writeNote(work, 'memory/b.md', 'gamma')
    await finds('gamma', 'memory/b.md')
    expect(failures).toEqual([])
  })

  it('is replaced by another folder at its path', async () => {
    const { folder, work, aside, finds, failures } = await watchedWorkspace()
    const next = join(folder, 'next')
    cpSync(work, next, { recursive: true })
    writeNote(next, 'memory/a.md', 'beta')
    renameSync(work, aside)
    renameSync(next, work)
    await finds('beta', 'memory/a.md')
    writeNote(work, 'memory/a.md', 'gamma')
    await finds('gamma', 'memory/a.md')
    await finds('beta')
    expect(failures).toEqual([])
  })

  it('is watched again when it is recreated', async () => {
    const { work, finds, failures } = await watchedWorkspace()
    rmSync(work, { recursive: true })
    await setTimeout(500)
    writeNote(work, 'memory/c.md', 'beta')
    await finds('beta', 'memory/c.md')
    writeNote(work, 'memory/c.md', 'gamma')
    await finds('gamma', 'memory/c.md')
    expect(failures).toEqual([])
  })

  it('is watched again when a folder around it is replaced', async () => {
    const folder = notesFolder({ 'home/work/a.md': 'alpha', 'other/work/a.md': 'beta' })
    const { finds, failures } = await watchedMemory({ sources: [join(folder, 'home/work')] })
    await finds('alpha', 'a.md')
    renameSync(join(folder, 'home'), join(folder, 'aside'))
    renameSync(join(folder, 'other'), join(folder, 'home'))
    await finds('beta', 'a.md')
    writeNote(folder, 'home/work/a.md', 'gamma')
    await finds('gamma', 'a.md')
    expect(failures).toEqual([])
  })

  it('does not count as watched while it cannot be reached', async () => {
    const folder = notesFolder({ 'work/a.md': 'alpha', 'rest/b.md': 'beta' })
    const work = join(folder, 'work')
    const roots = ['work', 'rest'].map((name) => ({ name, path: join(folder, name) }))
    const background = { changed: () => undefined }
    const subject = { store: { listRoots: async () => roots }, background, watchFiles }
    const follower = createFollower(subject, {})
    onTestFinished(() => follower.close())
    expect(follower.isWatched()).toBe(false)
    expect([await follower.follow(), follower.isWatched()]).toEqual([true, true])
    expect([await follower.follow(), follower.isWatched()]).toEqual([false, true])
    renameSync(work, join(folder, 'aside'))
    await expect.poll(() => follower.isWatched()).toBe(false)
    expect([await follower.follow(), follower.isWatched()]).toEqual([true, false])
    renameSync(join(folder, 'aside'), work)
    expect([await follower.follow(), follower.isWatched()]).toEqual([true, true])
  })
})

it('A21: watches a root again that was missing only while its watch started', async () => {
  const path = notesFolder({ 'work/a.md': 'alpha' })
  const roots = [{ name: 'notes', path: join(path, 'work') }]
  const follower = createFollower(
    {
      store: { listRoots: async () => roots },
      background: { changed: () => {} },
      async watchFiles(...args) {
        renameSync(join(path, 'work'), join(path, 'aside'))
        const watch = await watchFiles(...args)
        renameSync(join(path, 'aside'), join(path, 'work'))
        return watch
      },
    },
    {},
  )
  onTestFinished(() => follower.close())
  expect([await follower.follow(), follower.isWatched()]).toEqual([true, false])
  expect(await follower.follow()).toBe(true)
})

it('A21: closes a watch that is just starting', async () => {
  const roots = [{ name: 'notes', path: notesFolder({ 'a.md': 'alpha' }) }]
  let open = 0
  const [begun, goingOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const follower = createFollower(
    {
      store: { listRoots: async () => roots },
      background: { changed: () => {} },
      async watchFiles() {
        begun.resolve()
        await goingOn.promise
        open += 1
        return { reached: 1, close: async () => void (open -= 1) }
      },
    },
    {},
  )
  const following = follower.follow()
  await begun.promise
  const closed = follower.close()
  goingOn.resolve()
  await Promise.all([following, closed])
  expect(open).toBe(0)
  expect(await follower.follow()).toBe(false)
})
