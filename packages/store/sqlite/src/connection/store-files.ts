import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreError } from '@recallite/store'
import { isOutOfRoom } from './free-room.js'
import { hasCode } from './sqlite-errors.js'

/** The log beside a database. */
export const logOf = (path: string): string => `${path}-wal`

/** The files that SQLite takes for unfinished work of the database beside which they lie. */
export const logsOf = (path: string): string[] => [logOf(path), `${path}-journal`]

/** The database, its log, and the index of the log: they belong together. */
export const databaseFiles = (path: string): string[] => [path, logOf(path), `${path}-shm`]

/** The file whose lock is the store's; see lock/store-lock.ts. */
export const lockFileOf = (path: string): string => `${path}.lock`

/** The file that names the process which holds the lock, for people to read. */
export const holderFileOf = (path: string): string => `${path}.lock-holder`

/** A path without links, as far as it exists: SQLite keeps its files beside the real database. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const folder = dirname(resolve(path))
    return folder === resolve(path) ? folder : join(realPathOf(folder), basename(path))
  }
}

/** Every file that a store keeps or may leave: the database itself and what stands beside it. */
export function storeFiles(path: string): string[] {
  const real = realPathOf(path)
  return [...new Set([...databaseFiles(real), ...logsOf(real)]), lockFileOf(real), holderFileOf(real)]
}

/** Whether a file is, or would be, one of a store's own, by whatever links both are named. */
export function isOfStore(file: string, path: string): boolean {
  return path !== ':memory:' && storeFiles(path).includes(realPathOf(file))
}

/** How much space a store takes up, in bytes. */
export interface StoreSize {
  readonly file: number
  /** The log beside it, which grows while another connection keeps reading. */
  readonly log: number
  /** Whether the log is longer than it becomes while no older reader holds it. */
  readonly isLogTooLong: boolean
}

/** How much space the store in a database file takes up; nothing if there is none. */
export function storeSize(path: string): StoreSize {
  const real = realPathOf(path)
  const [file, log] = [sizeOf(real), sizeOf(logOf(real))]
  return { file, log, isLogTooLong: log > longestLog(file) }
}

/** The size of a file in bytes; 0 if it does not exist. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** How long the log beside a database may become while no older reader holds it; both in bytes. */
export const longestLog = (file: number): number => Math.max(8_000_000, 2 * file)

/**
 * Refuses links in the place of a database's files: of those that SQLite and the lock put beside it, and of the file
 * itself where that may not be one. Refuses folders there too, and files of other users.
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

/**
 * Refuses a link where the program is about to write, since the link may have been made to have another file written.
 * @throws StoreError `STORE_LINK`
 */
export function refuseLink(file: string): void {
  const stats = lookAt(file)
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const what = stats.isSymbolicLink() ? 'a link' : 'neither a file nor a folder'
  throw new StoreError(
    'STORE_LINK',
    `${file} is ${what}, and nothing is written through it: it may lead to a file of yours. Remove it, or name another database with --db.`,
  )
}

/**
 * Refuses what another user made beside a database: that user may read what is written there, or have put rows of theirs into it.
 * @throws StoreError `STORE_LINK`
 */
export function refuseForeign(file: string, database: string): void {
  const [owner, user] = [lookAt(file)?.uid, process.getuid?.()]
  // The administrator, and the owner of the database, can read and change it without that.
  if (owner === undefined || user === undefined || [user, 0, lookAt(database)?.uid].includes(owner)) return
  throw new StoreError(
    'STORE_LINK',
    `${file} belongs to another user, who can read or change what is in it. Remove it, or name another database with --db.`,
  )
}

function lookAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    // A path that leads nowhere is left for SQLite to refuse.
    return undefined
  }
}

/**
 * Refuses what SQLite cannot open: it waits for a pipe without end, and says of a folder only that it cannot be opened.
 * @throws StoreError `STORE_UNAVAILABLE` if something is there that is no file
 */
export function assertRegular(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  const what = stats.isDirectory() ? 'a folder' : 'no regular file'
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${path} is ${what}, and has to be a file of the database. Move it away, or name another database with --db.`,
  )
}

/** Makes an empty file that its owner alone may open, unless something is there: a link in its place is not followed. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Makes sure that what was written to a file is on the disk: SQLite does not wait for that when it makes a copy. */
export function flushFile(path: string, flags: 'r' | 'r+' = 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Makes sure that the names in a folder are on the disk. Where the system cannot flush folders, it keeps the order of renames
 * by itself.
 */
export function flushFolder(path: string): void {
  try {
    flushFile(path, 'r')
  } catch {
    // See above.
  }
}

/**
 * The bytes of a file that no connection has open: it has no log before and after it is read. Undefined if there is a log
 * or the file changed. SQLite would have to make a log to read the file, and the disk may have no space for it.
 */
export function readClosed(path: string): Buffer | undefined {
  if (hasLog(path) || !statSync(path).isFile()) return undefined
  const before = stateOf(path)
  const bytes = readFileSync(path)
  return hasLog(path) || stateOf(path) !== before ? undefined : bytes
}

/** Changes whenever the file is written to. */
function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs}`
}

/** Whether there is a log. On a full disk an empty one does not count: a failed attempt to open the database left it there. */
function hasLog(path: string): boolean {
  const logs = logsOf(path).filter((log) => existsSync(log))
  return logs.length > 0 && !(isOutOfRoom(path) && logs.every((log) => statSync(log).size === 0))
}
