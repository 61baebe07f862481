import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { removeBackupLeftovers } from './backup.js'

/** Creates a folder with these files, all written this many minutes ago. */
function plant(folder: string, minutes: number, ...names: string[]): void {
  mkdirSync(folder)
  for (const name of names) writeFileSync(join(folder, name), '')
  const at = Date.now() / 1000 - 60 * minutes
  for (const file of [...names.map((name) => join(folder, name)), folder]) utimesSync(file, at, at)
}

describe('the leftovers of a killed backup', () => {
  it('are removed an hour after the last write, and nothing else', () => {
    const parent = temporaryFolder()
    const elsewhere = temporaryFolder()
    plant(join(parent, '.recallite-backup-old'), 70, 'copy', 'copy-journal')
    plant(join(parent, '.recallite-backup-young'), 50, 'copy')
    plant(join(parent, '.recallite-backup-notes'), 70, 'copy', 'mine.md')
    plant(join(parent, 'copies'), 70, 'copy')
    symlinkSync(elsewhere, join(parent, '.recallite-backup-link'))
    writeFileSync(join(parent, '.recallite-backup-file'), 'mine')
    const before = readdirSync(parent)
    removeBackupLeftovers(parent)
    expect(readdirSync(parent)).toEqual(before.filter((name) => name !== '.recallite-backup-old'))
  })
  it('are removed at once if its process has ended, but not if it runs or is on another machine', () => {
    const parent = temporaryFolder()
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    const prefix = `.recallite-backup-${hostname()}`
    plant(join(parent, `${prefix}-${pid}-a1`), 1, 'copy', 'copy-journal')
    const left = [`${prefix}-${process.pid}-a2`, `.recallite-backup-elsewhere-${pid}-a3`]
    for (const name of left) plant(join(parent, name), 1, 'copy')
    removeBackupLeftovers(parent)
    expect(readdirSync(parent).toSorted()).toEqual(left.toSorted())
  })
})
