import { lstatSync, rmdirSync, truncateSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { openLockFile, type LockFile } from '../connection.js'
import { holderFileOf, lockFileOf, realPathOf } from '../store-files.js'
import { readHolder, removeHolder, writeHolder } from './holder.js'

/** Where a store's lock is. */
export interface LockPlace {
  /** The store, to name in messages. */
  readonly path: string
  /** Opens it, to try to lock it. */
  open(): LockFile
  /** The process that holds it, as far as is known. */
  holder(): number | undefined
  /** Notes that this process holds it, or no more. */
  note(isHeld: boolean): void
}

/** A lock that all who open a database file share, by whatever links they came to it: two files beside it. */
export function lockBeside(path: string): LockPlace {
  const real = realPathOf(path)
  const [file, holderFile] = [lockFileOf(real), holderFileOf(real)]
  return {
    path,
    open() {
      clearLockFile(file)
      return openLockFile(file)
    },
    holder: () => readHolder(holderFile),
    note: (isHeld) => (isHeld ? writeHolder(holderFile) : removeHolder(holderFile)),
  }
}

/** A lock of a store that nobody else can open. */
export function lockInMemory(path: string): LockPlace {
  let holder: symbol | undefined
  return {
    path,
    open() {
      const self = Symbol('lock')
      const tryLock = () => (holder ??= self) === self
      const close = () => {
        if (holder === self) holder = undefined
      }
      return { tryLock, close }
    },
    holder: () => process.pid,
    note: () => undefined,
  }
}

/**
 * Makes a lock's file one that can be locked, whatever lies in its place: a lock is an empty file, and SQLite refuses one
 * with something else in it. A file that is empty is not opened, since that would let go of this process's own lock on it.
 * @throws StoreError `STORE_UNAVAILABLE` for a folder that is not empty
 */
function clearLockFile(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) removeFolder(file)
  else if (stat?.isFile() && stat.size > 0) truncateSync(file)
}

function removeFolder(file: string): void {
  try {
    rmdirSync(file)
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${file} has to be a file that processes lock, and is a folder that cannot be removed. Move it away: what is indexed stays.`,
      { cause },
    )
  }
}
