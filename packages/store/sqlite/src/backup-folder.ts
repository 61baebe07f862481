import { lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openLockFile, type LockFile } from './connection.js'

/** The folder in which a backup is made. */
export interface BackupFolder {
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
