import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { startProcess } from '../__fixtures__/start-process.js'
import { openBackupFolder, removeBackupLeftovers } from './backup.js'
import { openSqliteStore } from '../open-store.js'

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/index.js'))
const isScratch = (name: string) => name.startsWith('.recallite-backup-')

describe('the folder of a backup', () => {
  it('is left alone as long as it is worked with, and gone afterwards', () => {
    const parent = temporaryFolder()
    const [one, two] = [openBackupFolder(parent), openBackupFolder(parent)]
    writeFileSync(one.copy, 'half of it')
    removeBackupLeftovers(parent)
    expect(readdirSync(parent)).toHaveLength(2)
    expect(existsSync(one.copy)).toBe(true)
    one.remove()
    two.remove()
    expect(readdirSync(parent)).toEqual([])
  })

  it('is a leftover without its lock only when it is old', () => {
    const parent = temporaryFolder()
    const [young, old] = ['.recallite-backup-young1', '.recallite-backup-older1'].map((name) =>
      join(parent, name),
    )
    for (const folder of [young, old]) mkdirSync(folder ?? '')
    utimesSync(old ?? '', new Date(0), new Date(0))
    removeBackupLeftovers(parent)
    expect(readdirSync(parent)).toEqual(['.recallite-backup-young1'])
  })

  it('is never anything of somebody else’s: other files, files and links of its name', () => {
    const parent = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'lock'), '')
    symlinkSync(elsewhere, join(parent, '.recallite-backup-link'))
    writeFileSync(join(parent, '.recallite-backup-file'), 'mine')
    mkdirSync(join(parent, '.recallite-backup-notes'))
    for (const name of ['lock', 'copy', 'mine.md'])
      writeFileSync(join(parent, '.recallite-backup-notes', name), '')
    mkdirSync(join(parent, 'copies'))
    const before = readdirSync(parent, { recursive: true })
    removeBackupLeftovers(parent)
    expect(readdirSync(parent, { recursive: true })).toEqual(before)
    expect(readdirSync(elsewhere)).toEqual(['lock'])
  })
})

/** Sends a signal to a process in the middle of a backup; the name of the folder in which that is made. */
async function signalInTheMiddle(target: string, path: string, signal: NodeJS.Signals): Promise<string> {
  const before = new Set(readdirSync(target))
  const { child } = await startProcess('back-up-forever.js', path, join(target, `${signal}.sqlite`))
  const ownFolder = () =>
    readdirSync(target).find((name) => !before.has(name) && existsSync(join(target, name, 'copy')))
  for (;;) {
    await expect.poll(ownFolder, { interval: 1 }).toBeDefined()
    child.kill(signal)
    if (signal === 'SIGKILL') await once(child, 'close')
    else await sleep(50)
    const folder = ownFolder()
    if (folder !== undefined) return folder
    // That backup was finished meanwhile; the next one comes.
    if (signal === 'SIGKILL') return signalInTheMiddle(target, path, signal)
    child.kill('SIGCONT')
  }
}

describe.skipIf(!isBuilt)('a backup that is killed', () => {
  it('leaves what the next one removes, and that leaves alone what another works with', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const target = temporaryFolder()
    const store = await openSqliteStore({ path })
    await store.notes.write('filler', 'x'.repeat(20_000_000))
    const stopped = await signalInTheMiddle(target, path, 'SIGSTOP')
    const killed = await signalInTheMiddle(target, path, 'SIGKILL')
    expect(readdirSync(target).filter(isScratch).toSorted()).toEqual([stopped, killed].toSorted())
    await store.maintenance.backup(join(target, 'next.sqlite'))
    expect(readdirSync(target).filter(isScratch)).toEqual([stopped])
    expect(existsSync(join(target, stopped, 'copy'))).toBe(true)
    await store.close()
  })
})
