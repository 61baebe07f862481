import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type BackupOptions, StoreError } from '@recallite/store'
import { type LockFile, openLockFile } from './connection.js'
import type { SqlDatabase } from './sql-database.js'
import { toStoreError } from './sqlite-errors.js'
import { isOfStore, logsOf, realPathOf, storeSize } from './store-files.js'

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
    flushBackup(made)
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

/**
 * Whether a backup can be put somewhere without harm to what is there: not to the store that it is of, and not beside the
 * log of another database, which SQLite would take for that of the backup.
 * @throws StoreError `STORE_FILE_EXISTS`
 */
function assertBackupPlace(
  file: string,
  { path, replace }: { readonly path: string; readonly replace: boolean },
): void {
  if (isOfStore(file, path)) throw refused(`${file} is the store itself, or a part of it`)
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !replace) throw fileExists(file)
  if (there && !there.isFile()) throw refused(`What is at ${file} is no file`)
  const log = logsOf(file)
    .concat(logsOf(realPathOf(file)))
    .find((name) => existsSync(name))
  if (log !== undefined) throw refused(`${log} is the log of a database that is in use, or was not closed`)
}

/** For something that is there already. */
function fileExists(file: string, cause?: unknown): StoreError {
  return refused(`There is something at ${file} already`, cause)
}

function refused(reason: string, cause?: unknown): StoreError {
  return new StoreError('STORE_FILE_EXISTS', `${reason}, and it was not changed. Name another file.`, {
    cause,
  })
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

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Makes sure that it is on the disk: SQLite does not wait for that. */
function flushBackup(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The folder in which a backup is made. */
interface BackupFolder {
  /** Where to make it. */
  readonly copy: string
  /** Removes the folder with what is in it. */
  remove(): void
}

const prefix = '.recallite-backup-'

const copyName = 'copy'

const lockName = 'lock'

/** Everything that a backup makes in its folder. */
const ownNames: ReadonlySet<string> = new Set(
  [copyName, lockName].flatMap((name) => [name, `${name}-journal`]),
)

/** A process takes the lock of its folder at once; in milliseconds, and by far longer than that. */
const longestUnlocked = 60_000

const mostTries = 10

/**
 * Makes a folder for one backup, beside the file that it is to become. As long as its process lives, that holds the lock of
 * the operating system that lies in the folder, so that others know a folder that was left behind.
 */
export function openBackupFolder(parent: string): BackupFolder {
  for (let tries = 1; ; tries += 1) {
    const folder = mkdtempSync(join(parent, prefix))
    const lock = openLockFile(join(folder, lockName))
    // Another process that cleans up may have been quicker, and then removes the folder.
    if (lock.tryLock() || tries === mostTries) {
      return { copy: join(folder, copyName), remove: () => removeLocked(folder, lock) }
    }
    lock.close()
  }
}

function removeLocked(folder: string, lock: LockFile): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } finally {
    lock.close()
  }
}

/** Removes what backups that were killed left in a folder; never what another process works with, nor anything else. */
export function removeBackupLeftovers(parent: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue
    try {
      removeLeftover(join(parent, entry.name))
    } catch {
      // What cannot be removed, as it is another user's, is no reason to make no backup.
    }
  }
}

function removeLeftover(folder: string): void {
  if (readdirSync(folder).some((name) => !ownNames.has(name))) return
  const file = join(folder, lockName)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined && Date.now() - statSync(folder).mtimeMs > longestUnlocked) {
    return rmSync(folder, { recursive: true })
  }
  if (!stat?.isFile()) return
  const lock = openLockFile(file)
  if (lock.tryLock()) removeLocked(folder, lock)
  else lock.close()
}
