import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { BackupOptions } from '@recallite/store'
import { openBackupFolder, removeBackupLeftovers, type BackupFolder } from './backup-folder.js'
import { assertBackupPlace, fileExists } from './backup-place.js'
import type { SqlDatabase } from './sql-database.js'
import { storeSize } from './store-files.js'
import { toStoreError } from './sqlite-errors.js'

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Gives a finished file its name, were it taken in the meantime: a link never replaces what is there, a new name does. */
function putInPlace(made: string, file: string): void {
  try {
    linkSync(made, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw fileExists(file, error)
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK')) throw error
    if (existsSync(file)) throw fileExists(file, error)
    renameSync(made, file)
  }
}

/** Makes sure that it is on the disk: SQLite does not wait for that. */
function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes a database anew into another file, as one transaction sees it. It is made in a folder of its own beside that
 * file, so that it is never seen half, nor by others; what killed backups left there is removed first. A link that is
 * replaced is, and not what it leads to.
 * @throws StoreError
 */
export function backUp(
  database: SqlDatabase,
  target: string,
  { path, replace = false }: BackupOptions & { readonly path: string },
): { bytes: number } {
  const file = resolve(target)
  let folder: BackupFolder | undefined
  try {
    assertBackupPlace(file, { path, replace })
    removeBackupLeftovers(dirname(file))
    folder = openBackupFolder(dirname(file))
    const made = folder.copy
    database.prepare('VACUUM INTO ?').run(made)
    chmodSync(made, 0o600)
    flush(made)
    if (replace) renameSync(made, file)
    else putInPlace(made, file)
    return { bytes: statSync(file).size }
  } catch (error) {
    const { file: bytes, log } = storeSize(path)
    throw toStoreError(error, file, bytes + log)
  } finally {
    folder?.remove()
  }
}
