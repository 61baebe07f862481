import { lstatSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { LockedError, UsageError } from './errors.js'

/** How to wait for others. */
export interface LockOptions {
  /** How long at most, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

const usualWait = 5_000

/** Between two tries, and the least that a process gets to write its number into the lock that it made. */
const moment = 20
const unknownOwner = 0

/**
 * Does some work while nobody else does any under the same lock: `<file>.lock` is there as long, with the number of the
 * process in it. The lock of a process that was killed is taken over. For files that are not databases: the lock of a store
 * is one of the operating system, held through SQLite, which this package does without.
 * @throws LockedError where the other does not end in time; UsageError where the lock is a folder with files; whatever the work throws
 */
export async function withLock<Result>(
  file: string,
  work: () => Promise<Result> | Result,
  { wait = usualWait }: LockOptions = {},
): Promise<Result> {
  const lock = `${file}.lock`
  for (let waited = 0; ; waited += moment) {
    const owner = take(lock)
    if (owner === undefined) break
    if (waited >= wait && owner !== unknownOwner) throw new LockedError(file, owner)
    // Whoever took it was killed before writing who that was: the living do so at once.
    if (waited >= Math.max(wait, moment)) removeStale(lock, undefined)
    await setTimeout(moment)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Takes the lock, that of a killed process at once, or says who has it. */
function take(lock: string): number | undefined {
  while (!create(lock)) {
    const owner = ownerOf(lock)
    if (owner === undefined || isAlive(owner)) return owner ?? unknownOwner
    removeStale(lock, owner)
  }
  return undefined
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What a lock says of its owner; undefined where it says nothing that a process writes, or is gone. */
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
    process.kill(processId, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive as well.
    return hasCode(error, 'EPERM')
  }
}

/** Takes away the lock of an owner that is gone; not one that somebody has taken meanwhile. */
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
