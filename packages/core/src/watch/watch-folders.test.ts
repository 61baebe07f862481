import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { systemWatches } from './__fixtures__/system-watches.js'
import { countWatched } from './__fixtures__/count-watched.js'
import { watchFiles } from './watch-files.js'

/** Maximum time until the events of a change are reported, in milliseconds. */
const settling = 150
const maxWait = 5_000

/** A watched folder, and the reported events. */
async function watched(files: Record<string, string>) {
  const folder = notesFolder(files)
  const roots = [{ name: 'notes', path: folder }]
  const heard = { changes: 0, moves: 0, failures: [] as unknown[] }
  const before = systemWatches()
  const watch = await watchFiles(roots, {
    onChange: () => void (heard.changes += 1),
    onMove: () => void (heard.moves += 1),
    onFailure: (error) => void heard.failures.push(error),
  })
  onTestFinished(() => watch.close())
  const hears = async (change: () => void, within = maxWait) => {
    const changesBefore = heard.changes
    const start = performance.now()
    change()
    while (heard.changes === changesBefore && performance.now() - start < within) await setTimeout(settling)
    return heard.changes > changesBefore
  }
  const watches = () => systemWatches() - before
  return { folder, roots, heard, watch, hears, watches, at: (path: string) => join(folder, path) }
}

describe('A21: watched folders', () => {
  it('one that replaces another is watched instead', async () => {
    const { folder, hears, at } = await watched({ 'in/a.md': 'alpha', 'other/b.md': 'beta' })
    rmSync(at('in'), { recursive: true })
    renameSync(at('other'), at('in'))
    await setTimeout(settling)
    expect(await hears(() => writeNote(folder, 'in/b.md', 'gamma'))).toBe(true)
  })

  it('one that is moved is watched at its new path, with the folders in it', async () => {
    const { folder, hears, at } = await watched({ 'in/deep/a.md': 'alpha' })
    expect(await hears(() => renameSync(at('in'), at('out')))).toBe(true)
    expect(await hears(() => writeNote(folder, 'out/deep/a.md', 'beta'))).toBe(true)
  })

  it('one that is moved out of the root is reported once, and not again', async () => {
    const { hears, at } = await watched({ 'in/a.md': 'alpha' })
    const elsewhere = join(temporaryFolder(), 'in')
    expect(await hears(() => renameSync(at('in'), elsewhere))).toBe(true)
    expect(await hears(() => writeFileSync(join(elsewhere, 'a.md'), 'beta'), settling)).toBe(false)
  })

  it('one that becomes a file is reported', async () => {
    const { hears, at } = await watched({ 'in/a.md': 'alpha' })
    const replace = () => {
      rmSync(at('in'), { recursive: true })
      writeFileSync(at('in'), 'not a note')
    }
    expect(await hears(replace)).toBe(true)
    expect(await hears(() => writeFileSync(at('in'), 'still none'), settling)).toBe(false)
  })

  it('links are not followed', async () => {
    const elsewhere = notesFolder({ 'a.md': 'alpha' })
    const { hears, at } = await watched({ 'a.md': 'alpha' })
    symlinkSync(elsewhere, at('linked'))
    await setTimeout(settling)
    expect(await hears(() => writeNote(elsewhere, 'a.md', 'beta'), settling)).toBe(false)
  })

  it.skipIf(userInfo().uid === 0)('one that could not be read is watched once it can be', async () => {
    const { folder, heard, hears, at } = await watched({ 'in/a.md': 'alpha' })
    chmodSync(at('in'), 0)
    mkdirSync(at('closed'), { mode: 0 })
    await setTimeout(settling)
    expect(await hears(() => chmodSync(at('closed'), 0o755))).toBe(true)
    expect(await hears(() => writeNote(folder, 'closed/a.md', 'beta'))).toBe(true)
    chmodSync(at('in'), 0o755)
    expect(heard.failures).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('are exactly those that exist after many changes', async () => {
    const { folder, roots, heard, watches, watch, at } = await watched({ 'a.md': 'alpha' })
    for (let number = 0; number < 200; number += 1) {
      writeNote(folder, `part-${number % 20}/deep-${number % 3}/folder-${number}/a.md`, 'note')
      if (number % 7 === 0) rmSync(at(`part-${number % 20}/deep-${number % 3}`), { recursive: true })
      if (number % 11 === 0) renameSync(at(`part-${number % 20}`), at(`moved-${number}`))
    }
    await expect.poll(() => watches() - countWatched(roots)).toBe(0)
    expect(watches()).toBeGreaterThan(100)
    await watch.close()
    expect([watches(), heard.moves, heard.failures]).toEqual([0, 0, []])
  })
})
