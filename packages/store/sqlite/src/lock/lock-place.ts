import { openLockFile, type LockFile } from '../connection.js'
import { holderFileOf, lockFileOf, realPathOf } from '../store-files.js'
import { clearLockFile } from './clear-lock-file.js'
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
