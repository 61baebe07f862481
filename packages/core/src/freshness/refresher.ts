/** What a refresher is made of. */
interface RefresherOptions {
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

/** Waits until changes are over, or have been going on for long enough. */
interface DueTimer {
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

/** How long to wait for more changes before acting on one, in milliseconds. */
interface Debounce {
  /** After the last change. */
  readonly debounce: number
  /** After the first: a folder in which something changes all the time is looked at all the same. */
  readonly mostDelay: number
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

/** When to act on changes. Pure. */
export function dueTime(
  { firstChange, lastChange }: { readonly firstChange: number; readonly lastChange: number },
  { debounce, mostDelay }: Debounce,
): number {
  return Math.min(lastChange + debounce, firstChange + Math.max(debounce, mostDelay))
}

/** @param now the clock, in milliseconds */
function createDueTimer(act: () => void, now: () => number): DueTimer {
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
