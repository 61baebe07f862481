import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { CodedError } from './errors.js'
import { isInUse, replaceFile, temporaryPath } from './write-whole.js'

/** Milliseconds between two tries, and the minimum time for a process to write its id into its new lock. */
const pause = 20

/**
 * Runs work while no other process has the same lock, the file `<file>.lock` with its process id. Takes over the lock of a process
 * that was killed. For files that are not databases: stores have their own lock.
 * @param options `wait`: how long to wait for other processes, in milliseconds; default 5,000
 * @throws CodedError `LOCKED` if the other process does not end in time; what the work throws
 */
export async function withLock<Result>(
  file: string,
  work: () => Promise<Result> | Result,
  { wait = 5_000 }: { readonly wait?: number } = {},
): Promise<Result> {
  const lock = `${file}.lock`
  for (let waited = 0; !create(lock, waited < wait); waited += pause) {
    const owner = ownerOf(lock)
    const isHeld = owner !== undefined && isAlive(owner)
    if (isHeld && waited >= wait) {
      const message = `Process ${owner} is using ${file}. Wait until it ends, or use another path.`
      throw new CodedError('LOCKED', message)
    }
    // A process writes its id right after creating the lock, unless it is killed in between.
    const mayBeNew = owner === undefined && waited < Math.max(wait, pause)
    if (isHeld || mayBeNew) await setTimeout(pause)
    else removeStale(lock, owner)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param mayWait whether to ignore temporary failures: on Windows, a lock that is being removed cannot be created */
function create(lock: string, mayWait: boolean): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST') || (mayWait && isInUse(error))) return false
    throw error
  }
}

function ownerOf(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    return Number.isSafeInteger(owner) && owner > 0 ? owner : undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT') || isInUse(error)) return undefined
    throw error
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return hasCode(error, 'EPERM')
  }
}

/** Removes the lock of a process that has ended, unless another process has taken it since. */
function removeStale(lock: string, owner: number | undefined): void {
  const aside = temporaryPath(lock, 'stale')
  try {
    replaceFile(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (ownerOf(aside) === owner) rmSync(aside, { force: true })
  else replaceFile(aside, lock)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
