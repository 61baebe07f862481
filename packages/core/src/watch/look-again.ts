import { setTimeout } from 'node:timers/promises'

/** Where changes are not noticed by themselves, in milliseconds. */
export const lookInterval = 2_000

/** Looks again and again, so long after the last look ended; ends when it is told to, and the last look is over. */
export function lookAgain(look: () => Promise<void>): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await setTimeout(lookInterval, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await look()
    }
  }
  const running = run()
  return {
    close() {
      stopping.abort()
      return running
    },
  }
}
