import { setTimeout as wait } from 'node:timers/promises'

/** Waits for something, but no longer than so many milliseconds. */
export async function waitAtMost(milliseconds: number, something: Promise<unknown>): Promise<void> {
  const given = new AbortController()
  const deadline = wait(milliseconds, undefined, given).catch(() => undefined)
  await Promise.race([something, deadline])
  given.abort()
}
