/** Notices when something has not been used for a while. */
export interface IdleTimer {
  /** A use of it, from beginning to end. */
  during<Result>(use: () => Promise<Result>): Promise<Result>
  /** Notices nothing any more. */
  stop(): void
}

/** @param idle in milliseconds; undefined: never */
export function createIdleTimer(idle: number | undefined, whenIdle: () => Promise<void>): IdleTimer {
  let users = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = idle === undefined

  function rest(): void {
    users -= 1
    if (users > 0 || isStopped) return
    // What cannot be freed will not be missed either: the next use opens another.
    timer = setTimeout(() => void whenIdle().catch(() => undefined), idle)
    timer.unref()
  }

  return {
    async during(use) {
      users += 1
      clearTimeout(timer)
      try {
        return await use()
      } finally {
        rest()
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
