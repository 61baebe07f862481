import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '@recallite/store'
import { busyTimeout, type ConnectionOptions } from '../../connection/connection.js'
import { openToLock } from '../../connection/open-file.js'
import { roomFor } from '../../connection/free-room.js'
import { closing } from '../../connection/sql-database.js'
import { hasCode, isBusy } from '../../connection/sqlite-errors.js'
import {
  databaseFiles,
  flushFile,
  flushFolder,
  ifThere,
  logOf,
  logsOf,
  realPathOf,
  refuseForeign,
  sizeOf,
  storeSize,
} from '../../connection/store-files.js'

/** The folder in which the new database is made. */
export type WorkFolder = ReturnType<typeof openWorkFolder>

/** What SQLite may need besides the new database, in bytes. */
const spare = 8 * 1024 * 1024
/** The unit of `blocks` on every system. */
const blockSize = 512

/** Checks that the disk has space for this many files of the size of the damaged one. @throws StoreError `STORE_FULL` */
function assertRoom(path: string, copies: number): void {
  const { file, log } = storeSize(path)
  // Holes take up no space, and nothing is copied from them.
  const { blocks } = fs.statSync(path)
  const needed = copies * (Math.min(file, blocks * blockSize) + log) + spare
  const room = roomFor(path)
  if (room === undefined || room.free >= needed) return
  const [lack, free] = [needed, room.free].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
  throw new StoreError(
    'STORE_FULL',
    `Repairing ${path} needs ${lack} of disk space, but only ${free} are free. Nothing was changed. Free some space and run 'recallite doctor --repair' again.`,
  )
}

/** Makes a folder next to a locked database, without files of a killed repair. A link is removed, not followed. */
export function openWorkFolder(path: string) {
  const [folder, ready] = [folderOf(path), readyOf(path)]
  clear(folder, ready === undefined ? undefined : readyName)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** `made`: the path of the new database. */
  return { made: join(folder, 'new.sqlite'), ready }
}

/** The database that a killed repair had finished but not moved. */
export function readyOf(path: string): string | undefined {
  const folder = folderOf(path)
  refuseForeign(folder, path)
  const isReady = statusOf(folder)?.isDirectory() === true && statusOf(readyIn(folder))?.isFile() === true
  return isReady ? readyIn(folder) : undefined
}

function clear(folder: string, kept?: string): void {
  const status = statusOf(folder)
  if (status?.isSymbolicLink()) fs.rmSync(folder)
  if (!status?.isDirectory()) return
  for (const name of fs.readdirSync(folder)) {
    if (workNames.test(name) && name !== kept) fs.rmSync(join(folder, name), { recursive: true, force: true })
  }
}

const workNames = /^(?:new|ready|held)\.sqlite/u
const readyName = 'ready.sqlite'
const folderOf = (path: string): string => `${path}.repair`
const readyIn = (folder: string): string => join(folder, readyName)
const statusOf = (path: string) => fs.lstatSync(path, { throwIfNoEntry: false })

/** Whether a repair of this database was killed, or is at work. */
export function hasLeftovers(path: string): boolean {
  const folder = folderOf(realPathOf(path))
  // Another program's folder can have this name, and a repair that ends removes it.
  const hasOnlyOurs = () => fs.readdirSync(folder).every((name) => workNames.test(name))
  return ifThere(() => statusOf(folder)?.isDirectory() === true && hasOnlyOurs()) ?? false
}

/** Whether a repair was killed between finishing its database and moving it. */
const hasReady = (path: string): boolean => fs.existsSync(readyIn(folderOf(path)))

/** Whether a repair was killed while only its finished database had everything: the damaged one was moved, or has lost its log. */
export function isUnfinished(path: string): boolean {
  if (!hasReady(path) || sizeOf(path) === 0) return hasReady(path)
  const second = secondNameOf(path)
  return second !== undefined && fs.existsSync(logOf(second)) && !fs.existsSync(logOf(path))
}

/** Removes what a killed repair left next to a database that needs none; returns whether there was anything. */
export function removeLeftovers(path: string): boolean {
  const [folder, second, isLeft] = [folderOf(path), secondNameOf(path), hasLeftovers(path)]
  for (const file of second === undefined ? [] : databaseFiles(second)) fs.rmSync(file, { force: true })
  clear(folder)
  if (isLeft) fs.rmdirSync(folder)
  return isLeft || second !== undefined
}

/** Finishes a repair that was killed, unless the database is in use, and reports that as a warning of the process. */
export async function finishRepair(
  { path, isScratch, isReadOnly }: Pick<ConnectionOptions, 'path' | 'isScratch' | 'isReadOnly'>,
  repair: () => Promise<{ readonly aside: string | null; readonly hadLeftovers: boolean }>,
): Promise<void> {
  if (isScratch || isReadOnly || path === ':memory:' || !hasLeftovers(path)) return
  try {
    const { aside, hadLeftovers } = await repair()
    if (aside === null && !hadLeftovers) return
    const end = aside === null ? 'its files were removed' : 'it is finished'
    process.emitWarning(`A repair of ${JSON.stringify(path)} had been interrupted: ${end}.`, {
      code: 'STORE_REPAIRED',
    })
  } catch (error) {
    if (!hasCode(error, 'STORE_BUSY', 'STORE_LOCKED', 'RECORDS_BUSY')) throw error
  }
}

/**
 * Replaces the damaged database, which stays whole under another name; returns that name. A kill at any moment leaves one of the
 * two at the path. Once the log is removed, the damaged file may lack what was in it; its second name and the finished database,
 * which the next repair finds, still have that.
 */
function swapIn(path: string, made: string): string {
  const ready = keepReady(made)
  const aside = asideNameOf(path)
  nameTwice(path, aside)
  flushFolder(dirname(path))
  // SQLite would apply the old log to the new database.
  for (const file of [...databaseFiles(path).slice(1), ...logsOf(path)]) fs.rmSync(file, { force: true })
  fs.renameSync(ready, path)
  flushFolder(dirname(path))
  return aside
}

/** Gives a finished database the name under which the next repair finds it; returns that name. */
export function keepReady(made: string): string {
  const ready = readyIn(dirname(made))
  flushFile(made)
  fs.renameSync(made, ready)
  flushFolder(dirname(ready))
  return ready
}

/** The second name that a killed repair gave a database. */
function secondNameOf(path: string): string | undefined {
  const prefix = `${basename(path)}.damaged-`
  const names = fs.readdirSync(dirname(path)).filter((name) => name.startsWith(prefix))
  return names.map((name) => join(dirname(path), name)).find((name) => isSameFile(name, path))
}

/** A free name next to a database, or the name that a killed repair already gave it. */
function asideNameOf(path: string): string {
  const second = secondNameOf(path)
  if (second !== undefined) return second
  let number = 1
  while (databaseFiles(`${path}.damaged-${number}`).some((file) => fs.existsSync(file))) number += 1
  return `${path}.damaged-${number}`
}

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statusOf(a), statusOf(b)]
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev
}

/** Gives a database's files a second name, or moves them where the file system has no links. */
function nameTwice(path: string, aside: string): void {
  for (const file of databaseFiles(path)) {
    const name = aside + file.slice(path.length)
    if (fs.existsSync(name)) continue
    try {
      fs.linkSync(file, name)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) fs.renameSync(file, name)
    }
  }
}

interface Replacement<Held> {
  /** How many files of its size need space at once. */
  readonly copies: number
  /** Makes the new database. */
  build(work: WorkFolder): void
  /** Keeps other connections out, or checks that there are none. Throws SQLITE_BUSY if there are any. */
  hold(): Held
  /** Completes the new database unless the old one is undamaged; `held` is undefined if SQLite cannot open it. */
  complete?(work: WorkFolder, held: Held | undefined): boolean
}

/**
 * Builds a new database and puts it in the place of a damaged one; returns the damaged one's new path, or null if it is undamaged.
 * @throws StoreError `STORE_FULL`, `STORE_BUSY` if another connection has the damaged one open
 */
export function replaceDamaged<Held extends { release(): void } | undefined>(
  path: string,
  { copies, build, hold, complete }: Replacement<Held>,
): string | null {
  assertRoom(path, copies)
  const work = openWorkFolder(path)
  let held: Held | undefined
  try {
    build(work)
    held = unlessBusy(path, hold)
    const isDamaged = complete?.(work, held) ?? true
    if (isDamaged) fs.chmodSync(work.made, 0o600)
    const aside = isDamaged ? swapIn(path, work.made) : null
    removeLeftovers(path)
    return aside
  } catch (error) {
    if (!hasReady(path)) removeLeftovers(path)
    throw error
  } finally {
    held?.release()
  }
}

function unlessBusy<Held>(path: string, hold: () => Held): Held | undefined {
  try {
    return hold()
  } catch (error) {
    if (!isBusy(error)) return undefined
    throw new StoreError(
      'STORE_BUSY',
      `Another program has ${path} open, such as 'recallite mcp' or 'recallite serve'. Stop it and run 'recallite doctor --repair' again. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Checks that no connection of any process is open: closing one later would remove the new database's log. */
export function assertClosed(path: string): undefined {
  closing(openToLock(path, busyTimeout), (database) => {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE; ROLLBACK')
  })
}
