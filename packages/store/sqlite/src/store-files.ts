import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** In bytes: how long the log beside a database of so many bytes may become while no older reader holds it. */
export const longestLog = (file: number): number => Math.max(8_000_000, 2 * file)

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
