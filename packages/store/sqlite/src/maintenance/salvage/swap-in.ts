import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '@recallite/store'
import { busyTimeout, openToLock } from '../../connection/connection.js'
import { roomFor } from '../../connection/free-room.js'
import { isBusy } from '../../connection/sqlite-errors.js'
import {
  databaseFiles,
  flushFile,
  flushFolder,
  refuseForeign,
  storeSize,
} from '../../connection/store-files.js'

/** The folder in which a new database is made before it takes the place of the damaged one. */
export type WorkFolder = ReturnType<typeof openWorkFolder>

/** What SQLite may need beside the new database, in bytes. */
const spare = 8 * 1024 * 1024
/** The unit in which systems count `blocks`, whatever the blocks of the disk. */
const blockSize = 512

/**
 * Makes sure that there is room for so many files of the size of a damaged one, and its log, before anything is changed.
 * @throws StoreError `STORE_FULL`
 */
export function assertRoom(path: string, copies: number): void {
  const { file, log } = storeSize(path)
  // Holes of a file take up no room, and nothing is made of them.
  const { blocks } = statSync(path)
  const needed = copies * (Math.min(file, blocks * blockSize) + log) + spare
  const room = roomFor(path)
  if (room === undefined || room.free >= needed) return
  const [lack, free] = [needed, room.free].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
  throw new StoreError(
    'STORE_FULL',
    `Repairing ${path} needs ${lack} on its disk, and ${free} are free. Nothing was changed: make room and run 'recallite doctor --repair' again.`,
  )
}

/**
 * Makes an empty folder beside a database. The caller holds the database's lock, so that what is in the folder was left
 * by a repair that was killed. A link in its place is removed, and not what it leads to.
 */
export function openWorkFolder(path: string) {
  const folder = folderOf(path)
  refuseForeign(folder, path)
  const hasReady = statusOf(folder)?.isDirectory() === true && statusOf(readyIn(folder))?.isFile() === true
  if (!hasReady) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  }
  for (const name of readdirSync(folder)) {
    if (name !== readyName) rmSync(join(folder, name), { recursive: true, force: true })
  }
  const remove = () => removeLeftovers(path)
  return {
    /** The path of the new database, which SQLite makes. */
    made: join(folder, 'new.sqlite'),
    /** The path of a database that an earlier repair had finished, and was killed before it put it in place. */
    ready: hasReady ? readyIn(folder) : undefined,
    /** Removes everything in it. */
    remove,
    /** The same after a failure, except that a finished database stays for the next repair. */
    abandon: () => void (hasLeftover(path) || remove()),
  }
}

const readyName = 'ready.sqlite'
const folderOf = (path: string): string => `${path}.repair`
const readyIn = (folder: string): string => join(folder, readyName)
const statusOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })

/** Whether a repair was killed when its new database was ready, and not yet in its place. */
export const hasLeftover = (path: string): boolean => existsSync(readyIn(folderOf(path)))

/** Removes what a repair left that was killed after the new database had taken its place. */
export function removeLeftovers(path: string): void {
  rmSync(folderOf(path), { recursive: true, force: true })
}

/**
 * Puts a new database into the place of a damaged one, which is kept whole under another name; returns that name. Killed
 * at any moment, it leaves one of the two in the place: the damaged one keeps its name until the new one takes it. Once
 * its log is removed, the damaged one may lack what stood in the log until then; its second name and the finished new
 * database, which the next repair finds, still have it.
 */
export function swapIn(path: string, made: string): string {
  const ready = keepReady(made)
  const aside = asideNameOf(path)
  nameTwice(path, aside)
  flushFolder(dirname(path))
  // SQLite would take the old log for the log of the new database.
  for (const file of databaseFiles(path).slice(1)) rmSync(file, { force: true })
  renameSync(ready, path)
  flushFolder(dirname(path))
  return aside
}

/** Gives a finished database the name under which the next repair finds it if this one is killed; returns that name. */
export function keepReady(made: string): string {
  const ready = readyIn(dirname(made))
  flushFile(made)
  renameSync(made, ready)
  flushFolder(dirname(ready))
  return ready
}

/** A free name beside a database, or the name that a killed repair gave it already. */
function asideNameOf(path: string): string {
  const prefix = `${basename(path)}.damaged-`
  const kept = readdirSync(dirname(path)).find(
    (name) => name.startsWith(prefix) && isSameFile(join(dirname(path), name), path),
  )
  if (kept !== undefined) return join(dirname(path), kept)
  let number = 1
  while (databaseFiles(`${path}.damaged-${number}`).some((file) => existsSync(file))) number += 1
  return `${path}.damaged-${number}`
}

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statusOf(a), statusOf(b)]
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev
}

/** Gives the files of a database a second name; where the file system has no links, that replaces the first. */
function nameTwice(path: string, aside: string): void {
  const to = databaseFiles(aside)
  for (const [position, file] of databaseFiles(path).entries()) {
    const name = to[position] ?? aside
    if (!existsSync(file) || existsSync(name)) continue
    try {
      linkSync(file, name)
    } catch {
      renameSync(file, name)
    }
  }
}

/**
 * Makes sure that no connection of any process has a database open, and moves its log into the file if SQLite can: a
 * connection that closes later would remove the log of the database that has taken the place.
 * @throws StoreError `STORE_BUSY`
 */
export function assertClosed(path: string): void {
  let database: ReturnType<typeof openToLock> | undefined
  try {
    database = openToLock(path, busyTimeout)
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE; ROLLBACK')
  } catch (error) {
    if (!isBusy(error)) return
    throw new StoreError(
      'STORE_BUSY',
      `Another program has ${path} open, such as 'recallite mcp' or 'recallite watch'. End it, and run 'recallite doctor --repair' again: nothing was changed.`,
      { cause: error },
    )
  } finally {
    database?.close()
  }
}
