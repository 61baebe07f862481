import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { LockedError } from './errors.js'

/** How to wait for others. */
export interface LockOptions {
  /** How long at most, in milliseconds; default 5,000. */
  readonly wait?: number | undefined
}

const usualWait = 5_000
const moment = 20
const unknownOwner = 0

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
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

function ownerOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Takes away the lock of an owner that is gone; not one that somebody has taken meanwhile. */
function removeStale(lock: string, owner: number | undefined): void {
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

/** Takes the lock, or says who has it. */
function take(lock: string): number | undefined {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return undefined
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const owner = ownerOf(lock)
  if (owner !== undefined && !isAlive(owner)) removeStale(lock, owner)
  return owner ?? unknownOwner
}

/**
 * Does some work while nobody else does any under the same lock: `<file>.lock` is there as long, with the number of the
 * process in it. The lock of a process that was killed is taken over. For files that are not databases: the lock of a store
 * is one of the operating system, held through SQLite, which this package does without.
 * @throws LockedError where the other does not end in time; whatever the work throws
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
    if (waited >= wait) {
      if (owner !== unknownOwner) throw new LockedError(file, owner)
      // Whoever took it was killed before writing who that was: the living do so at once.
      removeStale(lock, undefined)
    }
    await setTimeout(moment)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}
