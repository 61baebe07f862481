import fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreError } from '@recallite/store'
import { isOutOfRoom } from './free-room.js'
import { hasCode } from './sqlite-errors.js'

/** The log of a database. */
export const logOf = (path: string): string => `${path}-wal`

/** The files that SQLite reads as unfinished work of the database next to them. */
export const logsOf = (path: string): string[] => [logOf(path), `${path}-journal`]

/** The database, its log, and the index of the log. */
export const databaseFiles = (path: string): string[] => [path, logOf(path), `${path}-shm`]

/** The file whose lock is the store's lock; see store-lock.ts. */
export const lockFileOf = (path: string): string => `${path}.lock`

/** The file that names the process with the lock, for people. */
export const holderFileOf = (path: string): string => `${path}.lock-holder`

/** A path without links, up to where it exists: SQLite puts its files next to the real database. */
export function realPathOf(path: string): string {
  try {
    return fs.realpathSync.native(path)
  } catch {
    const folder = dirname(resolve(path))
    return folder === resolve(path) ? folder : join(realPathOf(folder), basename(path))
  }
}

/** The database and every file that may be next to it. */
export function storeFiles(path: string): string[] {
  const real = realPathOf(path)
  return [...new Set([...databaseFiles(real), ...logsOf(real)]), lockFileOf(real), holderFileOf(real)]
}

/** Whether a path names one of a store's files, through any links. */
export function isOfStore(file: string, path: string): boolean {
  return path !== ':memory:' && storeFiles(path).includes(realPathOf(file))
}

/** The disk space of a store, in bytes. */
export interface StoreSize {
  readonly file: number
  /** The log, which grows while another connection keeps reading. */
  readonly log: number
  /** Whether the log is longer than it gets without a long reader. */
  readonly isLogTooLong: boolean
}

/** The disk space of the store in a database file; zeros if there is none. */
export function storeSize(path: string): StoreSize {
  const real = realPathOf(path)
  const [file, log] = [sizeOf(real), sizeOf(logOf(real))]
  return { file, log, isLogTooLong: log > maxLogSize(file) }
}

/** The size of a file in bytes; 0 if it does not exist. */
export const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** The maximum size of a log without a long reader, for a database of this size; both in bytes. */
export const maxLogSize = (file: number): number => Math.max(8_000_000, 2 * file)

/**
 * Refuses links, folders and other users' files in place of the files next to a database, and a link in place of the database
 * itself if it may not be one.
 * @throws StoreError `STORE_LINK`, `STORE_UNAVAILABLE`
 */
export function refuseLinks(
  path: string,
  { mayBeLink = true }: { readonly mayBeLink?: boolean | undefined },
): void {
  const real = realPathOf(path)
  if (!mayBeLink) refuseLink(path)
  for (const file of [...databaseFiles(real), ...logsOf(real), lockFileOf(real)]) {
    refuseLink(file)
    assertRegular(file)
    refuseForeign(file, real)
  }
}

/** Refuses a link at a path that is about to be written: it may lead to any file. @throws StoreError `STORE_LINK` */
export function refuseLink(file: string): void {
  const stats = lookAt(file)
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const what = stats.isSymbolicLink() ? 'a link' : 'neither a file nor a folder'
  throw new StoreError(
    'STORE_LINK',
    `${file} is ${what}, and nothing is written through it, since it may lead to one of your files. Remove it, or use another database with --db.`,
  )
}

/** Refuses another user's file, who could read what is written or have planted rows. @throws StoreError `STORE_LINK` */
export function refuseForeign(file: string, database: string): void {
  const [owner, user] = [lookAt(file)?.uid, process.getuid?.()]
  // The administrator and the owner of the database can read and change it anyway.
  if (owner === undefined || user === undefined || [user, 0, lookAt(database)?.uid].includes(owner)) return
  throw new StoreError(
    'STORE_LINK',
    `${file} belongs to another user, who can read or change its content. Remove it, or use another database with --db.`,
  )
}

function lookAt(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })
  } catch {
    // SQLite refuses a path that leads nowhere.
    return undefined
  }
}

/**
 * Refuses what SQLite cannot open: it waits forever for a pipe, and gives no reason for a folder.
 * @throws StoreError `STORE_UNAVAILABLE` if the path is not a regular file
 */
export function assertRegular(path: string): void {
  const stats = fs.statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file'
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${path} is ${what}, where a file of the database should be. Move it away, or use another database with --db.`,
  )
}

/** The result of work with a file; undefined if the file does not exist, which a look before cannot tell. */
export function ifThere<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** Creates an empty file with mode 0600 unless something is there; does not follow a link. */
export function createPrivate(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Flushes a file to the disk, which SQLite does not do for copies. */
export function flushFile(path: string, flags: 'r' | 'r+' = 'r+'): void {
  const handle = fs.openSync(path, flags)
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Flushes the names in a folder to the disk. Systems that cannot flush folders keep renames in order. */
export function flushFolder(path: string): void {
  try {
    flushFile(path, 'r')
  } catch {
    // Not supported here.
  }
}

/**
 * The bytes of a file that no connection has open, i.e. without a log before and after reading; else undefined. SQLite would have
 * to create a log to read the file, for which the disk may be too full.
 */
export function readClosed(path: string): Buffer | undefined {
  if (hasLog(path) || !fs.statSync(path).isFile()) return undefined
  const before = stateOf(path)
  const bytes = fs.readFileSync(path)
  return hasLog(path) || stateOf(path) !== before ? undefined : bytes
}

function stateOf(path: string): string {
  const { size, mtimeNs } = fs.statSync(path, { bigint: true })
  return `${size} ${mtimeNs}`
}

/** Whether there is a log. On a full disk an empty one does not count: a failed attempt to open the database leaves one. */
function hasLog(path: string): boolean {
  const logs = logsOf(path).filter((log) => fs.existsSync(log))
  return logs.length > 0 && !(isOutOfRoom(path) && logs.every((log) => sizeOf(log) === 0))
}
