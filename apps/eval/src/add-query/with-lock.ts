import { closeSync, openSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { SuiteError } from '../suite/errors.js'

/** How to wait for others. */
export interface LockOptions {
  /** Lets a moment go by before the next attempt; default 20 milliseconds. */
  readonly wait?: (() => Promise<void>) | undefined
}

const mostAttempts = 250
const moment = 20

function pause(): Promise<void> {
  return setTimeout(moment)
}

/** Whether the lock is ours now; not if somebody else has it. */
function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs an action on a file while no other process runs one on it with this function: as long as it runs there is
 * `<file>.lock`. Waits a few seconds for another one to end.
 * @throws SuiteError `SUITE_LOCKED` where it does not end: it may have been killed
 */
export async function withLock<Result>(
  file: string,
  action: () => Result,
  { wait = pause }: LockOptions = {},
): Promise<Result> {
  const lock = `${file}.lock`
  let attempts = 1
  while (!take(lock)) {
    if (attempts === mostAttempts) {
      const message = `Another process is changing it. Try again; if there is none, it was killed: remove ${lock}`
      throw new SuiteError('SUITE_LOCKED', message, { file })
    }
    attempts += 1
    await wait()
  }
  try {
    return action()
  } finally {
    rmSync(lock, { force: true })
  }
}
