import { lstatSync, readFileSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LockOptions, StoreError, type StoreLock } from '@recallite/store'
import { type LockFile, openLockFile } from '../connection.js'
import { toStoreError } from '../sqlite-errors.js'
import { holderFileOf, lockFileOf, realPathOf } from '../store-files.js'

/**
 * Takes the lock of the store in a database file, as `Store.lock` does, without opening that: for work on the file itself.
 * The folder has to be there.
 * @throws StoreError `STORE_LOCKED`
 */
export function lockStore(path: string, options?: LockOptions): Promise<StoreLock> {
  return createStoreLock(lockBeside(path)).acquire(options)
}

/**
 * The number of the process that is indexing into a database file; undefined where none is. Unlike `Store.lock` it never
 * stands in anybody's way; what it says may be over a moment later.
 */
export function lockHolder(path: string): number | undefined {
  return readHolder(holderFileOf(realPathOf(path)))
}

/** How long to wait between two tries, in milliseconds. */
const pause = 20

/** The lock of those who index into a store. */
export function createStoreLock(place: LockPlace) {
  const held = new Set<() => void>()
  let isClosed = false

  function assertOpen(): void {
    if (!isClosed) return
    throw new StoreError('STORE_UNAVAILABLE', `The store in ${place.path} was closed. Open it again.`)
  }

  /** Tries until it has the lock; false where the time is over. */
  async function tryFor(file: LockFile, wait: number): Promise<boolean> {
    for (let waited = 0; !file.tryLock(); waited += pause) {
      if (waited >= wait) return false
      await sleep(Math.min(pause, wait - waited))
      assertOpen()
    }
    return true
  }

  function hold(file: LockFile): StoreLock {
    place.note(true)
    const release = () => {
      if (!held.delete(release)) return
      place.note(false)
      file.close()
    }
    held.add(release)
    return { release: async () => release() }
  }

  return {
    /** @throws StoreError `STORE_LOCKED`; `STORE_UNAVAILABLE` where something else is in the place of its file */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      assertOpen()
      const file = openAt(place)
      try {
        if (await tryFor(file, wait)) return hold(file)
        throw lockedBy(place)
      } catch (error) {
        file.close()
        throw toStoreError(error, place.path)
      }
    },

    /** Lets go what is held; nothing can be locked afterwards. */
    close(): void {
      isClosed = true
      for (const release of held) release()
    },
  }
}

function lockedBy(place: LockPlace): StoreError {
  const holder = place.holder()
  const who = holder === undefined ? 'Another process' : `Process ${holder}`
  const advice = holder === process.pid ? 'That is this one: wait for it.' : 'Wait for it, or end it.'
  return new StoreError('STORE_LOCKED', `${who} is indexing into ${place.path}. ${advice}`)
}

function openAt(place: LockPlace): LockFile {
  try {
    return place.open()
  } catch (error) {
    throw toStoreError(error, place.path)
  }
}

/** Where a store's lock is. */
interface LockPlace {
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

function isRunning(number: number): boolean {
  try {
    return process.kill(number, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The number of the process that says it holds a lock; undefined where none does. Only for people to read. */
function readHolder(file: string): number | undefined {
  try {
    // A pipe would be waited for, and a link is not ours.
    if (!lstatSync(file).isFile()) return undefined
    const number = Number(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(number) && number > 0 && isRunning(number) ? number : undefined
  } catch {
    return undefined
  }
}

/** Says that this process holds a lock. Without it the lock holds all the same. */
function writeHolder(file: string): void {
  try {
    // Removed first and then made anew: a link in its place would have another file written.
    rmSync(file, { force: true })
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // A name for messages is not worth to fail for.
  }
}

/** Says no more that this process holds a lock. */
function removeHolder(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // What is left behind is put right by the next one.
  }
}
