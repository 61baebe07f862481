import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { removeBackupLeftovers } from './backup.js'

/** A folder with these files, all written so many minutes ago. */
function plant(folder: string, minutes: number, ...names: string[]): void {
  mkdirSync(folder)
  for (const name of names) writeFileSync(join(folder, name), '')
  const at = Date.now() / 1000 - 60 * minutes
  for (const file of [...names.map((name) => join(folder, name)), folder]) utimesSync(file, at, at)
}

describe('what killed backups left', () => {
  it('is removed once nothing was written to it for an hour, and nothing else', () => {
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
})
