import { openToLock } from './connection.js'
import { isBusy, toStoreError } from './sqlite-errors.js'
import { createPrivate, refuseLink } from './store-files.js'

/** A file whose lock the operating system keeps for as long as the process that holds it lives. */
export interface LockFile {
  /** Whether the lock could be had, at once. */
  readonly tryLock: () => boolean
  /** Releases the lock if it is held. */
  readonly close: () => void
}

/**
 * Opens a file to be locked, against every other process and every other call in this one. The lock is a transaction on
 * an empty database in which nothing is ever written. Nothing but SQLite may open the file, and nothing may remove it:
 * the lock is the file's and not the name's.
 */
export function openLockFile(path: string): LockFile {
  const file = openEmpty(path)
  return {
    tryLock() {
      try {
        file.exec('BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw toStoreError(error, path)
      }
    },
    close: () => void file.close(),
  }
}

function openEmpty(path: string) {
  try {
    refuseLink(path)
    createPrivate(path)
    return openToLock(path, 0)
  } catch (error) {
    throw toStoreError(error, path)
  }
}
