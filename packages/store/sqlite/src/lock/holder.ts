import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

function isRunning(number: number): boolean {
  try {
    return process.kill(number, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The number of the process that says it holds a lock; undefined where none does. Only for people to read. */
export function readHolder(file: string): number | undefined {
  try {
    // A pipe would be waited for, and a link is not ours.
    if (!lstatSync(file).isFile()) return undefined
    const number = Number(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(number) && number > 0 && isRunning(number) ? number : undefined
  } catch {
    return undefined
  }
}

/** Says that this process holds a lock. Without it the lock holds all the same. */
export function writeHolder(file: string): void {
  try {
    // Removed first and then made anew: a link in its place would have another file written.
    rmSync(file, { force: true })
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch {
    // A name for messages is not worth to fail for.
  }
}

/** Says no more that this process holds a lock. */
export function removeHolder(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // What is left behind is put right by the next one.
  }
}
