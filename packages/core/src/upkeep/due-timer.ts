import { dueTime } from './due-time.js'

/** Waits until changes are over, or have been going on for long enough. */
export interface DueTimer {
  /** Something has changed; it is not acted on before `start`. */
  note(): void
  /** Something has changed: acts `debounce` milliseconds after the last such call, or earlier where they do not end. */
  start(debounce: number): void
  /** Whether a change has not been acted on. */
  readonly hasChanges: boolean
  /** Forgets all changes. */
  clear(): void
}

/** However much is going on, it is acted on this often, in milliseconds. */
const mostDelay = 3_000

/** @param now the clock, in milliseconds */
export function createDueTimer(act: () => void, now: () => number): DueTimer {
  let firstChange: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    note() {
      firstChange ??= now()
    },
    start(debounce) {
      clearTimeout(timer)
      const lastChange = now()
      firstChange ??= lastChange
      const due = dueTime({ firstChange, lastChange }, { debounce, mostDelay })
      timer = setTimeout(act, Math.max(0, due - lastChange))
    },
    get hasChanges() {
      return firstChange !== undefined
    },
    clear() {
      clearTimeout(timer)
      firstChange = undefined
    },
  }
}
