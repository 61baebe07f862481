import { createDueTimer } from './due-timer.js'

/** What a refresher is made of. */
export interface RefresherOptions {
  /** Brings in what has changed. */
  readonly refresh: () => Promise<void>
  /** Told what went wrong; it is tried again a little later. */
  readonly onTrouble: (error: unknown) => void
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** Refreshes something behind its users: once for many changes, and never twice at the same time. */
export interface Refresher {
  /** Something has changed. Acted on after `debounce` milliseconds without another change; default at once. */
  changed(debounce?: number): void
  /** Whether there are changes that have not been brought in. */
  readonly isBehind: boolean
  /** When the last refresh ended, by the clock; undefined before the first. */
  readonly refreshedAt: number | undefined
  /** Resolves when the refresh ends, well or not, that is under way or comes next, and when it is closed. */
  refreshed(): Promise<void>
  /** Begins nothing any more; resolves when nothing is under way. */
  close(): Promise<void>
}

const retryDelay = 5_000

/** Something that happens now and then, and whoever waits for the next time. */
function createOccasion() {
  let waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    happened(): void {
      const told = waiting
      waiting = []
      for (const tell of told) tell()
    },
  }
}

/** Whether it went well. */
async function attempt({ refresh, onTrouble }: RefresherOptions): Promise<boolean> {
  try {
    await refresh()
    return true
  } catch (error) {
    onTrouble(error)
    return false
  }
}

/** A refresher at rest. */
export function createRefresher(options: RefresherOptions): Refresher {
  const { now } = options
  const timer = createDueTimer(begin, now)
  let lastDebounce = 0
  let running: Promise<void> | undefined
  let refreshedAt: number | undefined
  let isClosed = false
  const ends = createOccasion()

  async function run(): Promise<void> {
    timer.clear()
    const isWell = await attempt(options)
    refreshedAt = now()
    running = undefined
    ends.happened()
    if (isClosed) return
    if (!isWell) timer.start(retryDelay)
    else if (timer.hasChanges) timer.start(lastDebounce)
  }

  function begin(): void {
    running ??= run()
  }

  return {
    changed(debounce = 0) {
      if (isClosed) return
      lastDebounce = debounce
      if (running) timer.note()
      else timer.start(debounce)
    },
    get isBehind() {
      return timer.hasChanges || running !== undefined
    },
    get refreshedAt() {
      return refreshedAt
    },
    refreshed: async () => {
      if (!isClosed) await ends.next()
    },
    async close() {
      isClosed = true
      timer.clear()
      ends.happened()
      await running
    },
  }
}
