import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreError } from '@recallite/store'
import { isOutOfRoom } from './free-room.js'

/** The log beside a database. */
export const logOf = (path: string): string => `${path}-wal`

/** What SQLite takes for unfinished work of the database beside which it lies. */
export const logsOf = (path: string): string[] => [logOf(path), `${path}-journal`]

/** The database, its log, and the index of that: they belong together. */
export const databaseFiles = (path: string): string[] => [path, logOf(path), `${path}-shm`]

/** The file whose lock is the store's; see connection.ts. */
export const lockFileOf = (path: string): string => `${path}.lock`

/** Where the process that holds the lock is named, for people to read. */
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

/** How much room a store takes up, in bytes. */
export interface StoreSize {
  readonly file: number
  /** The log beside it, which grows while somebody keeps reading. */
  readonly log: number
  /** Whether the log is longer than it becomes where no older reader holds it. */
  readonly isLogTooLong: boolean
}

/** How much room the store in a database file takes up; nothing where there is none. */
export function storeSize(path: string): StoreSize {
  const real = realPathOf(path)
  const [file = 0, log = 0] = [real, logOf(real)].map(
    (name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0,
  )
  return { file, log, isLogTooLong: log > longestLog(file) }
}

/** In bytes: how long the log beside a database of so many bytes may become while no older reader holds it. */
export const longestLog = (file: number): number => Math.max(8_000_000, 2 * file)

/**
 * Refuses links in the place of a database's files: of those that SQLite and the lock put beside it, and of the file itself
 * where that may not be one.
 * @throws StoreError `STORE_LINK`
 */
export function refuseLinks(
  path: string,
  { mayBeLink = true }: { readonly mayBeLink?: boolean | undefined },
): void {
  const real = realPathOf(path)
  if (!mayBeLink) refuseLink(path)
  refuseLink(real)
  const [, ...beside] = databaseFiles(real)
  for (const file of [...beside, ...logsOf(real), lockFileOf(real)]) refuseLink(file)
}

/**
 * Refuses a link where the program is about to write: whoever put it there would have another file written.
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

function lookAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    // A path that leads nowhere is SQLite's to refuse.
    return undefined
  }
}

/** Makes an empty file that its owner alone may open, unless something is there: a link in its place is not followed. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
}

const ownerOnly = 0o600

/**
 * The bytes of a file that no connection has open, or undefined: then there is no log beside it, neither before nor after.
 * SQLite would have to make a log first, for which there need not be room.
 */
export function readClosed(path: string): Buffer | undefined {
  if (hasLog(path) || !statSync(path).isFile()) return undefined
  const before = stateOf(path)
  const bytes = readFileSync(path)
  return hasLog(path) || stateOf(path) !== before ? undefined : bytes
}

/** What tells that a file was written to. */
function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs}`
}

/** An empty log is left where there was no room to open the database; without that it may be of an open connection. */
function hasLog(path: string): boolean {
  const logs = logsOf(path).filter((log) => existsSync(log))
  return logs.length > 0 && !(isOutOfRoom(path) && logs.every((log) => statSync(log).size === 0))
}
