import { lstatSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { UsageError } from './errors.js'

/** Another process works under the same lock. */
export class LockedError extends Error {
  readonly code = 'LOCKED'
  readonly file: string

  /** @param owner number of the other process */
  constructor(file: string, owner: number) {
    super(`Process ${owner} is working with ${file}. Wait until it has ended, or name another place.`)
    this.name = 'LockedError'
    this.file = file
  }
}

/** How to wait for other processes. */
export interface LockOptions {
  /** How long at most, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

const usualWait = 5_000
/** Between two tries, and the least that a process gets to write its number into the lock that it made. */
const pause = 20

/**
 * Works while no other process works under the same lock: meanwhile `<file>.lock` holds the number of this process. The
 * lock of a process that was killed is taken over. It is for files that are not databases: the lock of a store is one of
 * the operating system, which SQLite holds.
 * @throws LockedError where the other process does not end in time; UsageError where the lock is a folder with files; whatever the work throws
 */
export async function withLock<Result>(
  file: string,
  work: () => Promise<Result> | Result,
  { wait = usualWait }: LockOptions = {},
): Promise<Result> {
  const lock = `${file}.lock`
  for (let waited = 0; !create(lock); waited += pause) {
    const owner = ownerOf(lock)
    if (owner !== undefined && isAlive(owner)) {
      if (waited >= wait) throw new LockedError(file, owner)
      await setTimeout(pause)
    } else if (owner !== undefined || waited >= Math.max(wait, pause)) {
      // A process that makes a lock writes its number at once, unless it is killed before.
      removeStale(lock, owner)
    } else {
      await setTimeout(pause)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** The number in a lock; undefined where there is none that a process writes, or no lock. */
function ownerOf(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    return Number.isSafeInteger(owner) && owner > 0 ? owner : undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'EISDIR')) return undefined
    throw error
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // A process of another user is alive as well.
    return hasCode(error, 'EPERM')
  }
}

/** Removes the lock of an owner that has ended; not one that another process has taken meanwhile. */
function removeStale(lock: string, owner: number | undefined): void {
  if (lstatSync(lock, { throwIfNoEntry: false })?.isDirectory()) return removeFolder(lock)
  const aside = `${lock}.${process.pid}.stale`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (ownerOf(aside) === owner) rmSync(aside, { force: true })
  else renameSync(aside, lock)
}

function removeFolder(lock: string): void {
  try {
    rmdirSync(lock)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
    throw new UsageError(`${lock} has to be a file, and is a folder that holds files. Move it away.`)
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
