import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import { openToLock } from './open-file.js'
import { foreignDatabase, hasCode, isBusy, storeClosed, toStoreError } from './sqlite-errors.js'
import { createPrivate, holderFileOf, lockFileOf, realPathOf, refuseLink, sizeOf } from './store-files.js'

/** Takes a store's lock without opening the database. The folder must exist. @throws StoreError `STORE_LOCKED` */
export function lockStore(path: string, options?: LockOptions): Promise<StoreLock> {
  return createStoreLock(lockNextTo(path)).acquire(options)
}

/** The id of the process that is indexing into a database file, if any. Takes no lock, so it may end at any moment. */
export const lockHolder = (path: string): number | undefined => readHolder(holderFileOf(realPathOf(path)))

/** The time between two attempts, in milliseconds. */
const pause = 20

/** The lock that a process takes to index into a store. */
export function createStoreLock(target: LockTarget) {
  const held = new Set<() => void>()
  let isClosed = false

  function assertOpen(): void {
    if (isClosed) throw storeClosed(target.path)
  }

  /** Retries until it has the lock; false after `wait` milliseconds. */
  async function tryFor(file: LockFile, wait: number): Promise<boolean> {
    for (let waited = 0; !file.tryLock(); waited += pause) {
      if (waited >= wait) return false
      await sleep(Math.min(pause, wait - waited))
      assertOpen()
    }
    return true
  }

  function hold(file: LockFile): StoreLock {
    target.note(true)
    const release = () => {
      if (!held.delete(release)) return
      target.note(false)
      file.close()
    }
    held.add(release)
    return { release: async () => release() }
  }

  return {
    /** @throws StoreError `STORE_LOCKED`; `STORE_FOREIGN`, `STORE_UNAVAILABLE` if something else is in the place of the lock's file */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      assertOpen()
      let file: LockFile | undefined
      try {
        file = target.open()
        if (await tryFor(file, wait)) return hold(file)
        throw lockedBy(target)
      } catch (error) {
        file?.close()
        throw toStoreError(error, target.path)
      }
    },

    /** Releases the lock; it cannot be taken afterwards. */
    close(): void {
      isClosed = true
      for (const release of held) release()
    },
  }
}

function lockedBy(target: LockTarget): StoreError {
  const holder = target.holder()
  const who = holder === undefined ? 'Another process' : `Process ${holder}`
  const advice = holder === process.pid ? 'It is this process: wait for it.' : 'Wait for it, or stop it.'
  return new StoreError('STORE_LOCKED', `${who} is indexing into ${target.path}. ${advice}`)
}

type LockTarget = ReturnType<typeof lockNextTo>

/** The lock of a database file: two files next to the real file, so that it is the same for all links. */
export function lockNextTo(path: string) {
  const real = realPathOf(path)
  const [file, holderFile] = [lockFileOf(real), holderFileOf(real)]
  return {
    /** For messages. */
    path,
    open: () => openLockFile(file),
    /** The id of the process with the lock, if known. */
    holder: () => readHolder(holderFile),
    /** Records that this process has the lock, or no longer has it. */
    note: (isHeld: boolean) => noteHolder(holderFile, isHeld),
  }
}

/** The lock of a store that no other process can open. */
export function lockInMemory(path: string): LockTarget {
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

/** Whether a process runs on this machine. */
export function isRunning(number: number): boolean {
  try {
    return process.kill(number, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** The id of the process that recorded to have the lock, if it runs; only for messages. */
function readHolder(file: string): number | undefined {
  try {
    // Reading a pipe would wait forever, and links are not followed.
    if (!lstatSync(file).isFile()) return undefined
    const number = Number(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(number) && number > 0 && isRunning(number) ? number : undefined
  } catch {
    return undefined
  }
}

function noteHolder(file: string, isHeld: boolean): void {
  try {
    // Removed and created again, since writing to a link would change another file.
    rmSync(file, { force: true })
    if (isHeld) writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // The lock works without this file.
  }
}

/** A file with a lock of the operating system, which ends with the process. */
type LockFile = ReturnType<typeof openLockFile>

/**
 * Opens a file to lock it against other processes and other calls in this one. The lock is a transaction on an empty database.
 * Only SQLite may open the file, and nothing may remove it: the lock belongs to the file, not the name.
 */
function openLockFile(path: string) {
  const file = openEmpty(path)
  return {
    /** Takes the lock if it is free, without waiting; returns whether it did. */
    tryLock() {
      try {
        file.exec('BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw toStoreError(error, path)
      }
    },
    close: (): void => void file.close(),
  }
}

function openEmpty(path: string) {
  try {
    refuseLink(path)
    createPrivate(path)
    // SQLite locks only databases and empty files, and this program writes nothing into the file.
    if (sizeOf(path) > 0) throw foreignDatabase(path)
    return openToLock(path, 0)
  } catch (error) {
    throw toStoreError(error, path)
  }
}
