import type { ServerResponse } from 'node:http'

/** Knows which responses are open, and when there was none for too long. */
export interface Activity {
  /** Aborted when there was no response for too long. */
  readonly ended: AbortSignal
  begin(response: ServerResponse): void
  /** Waits for the open responses that fit. */
  finished(fits: (response: ServerResponse) => boolean): Promise<unknown>
  stop(): void
}

interface ActivityOptions {
  /** In milliseconds; undefined: never too long. */
  readonly idle: number | undefined
  /** A clock that nobody sets, in milliseconds; default `performance.now`. */
  readonly now?: () => number
}

/** How often to look at least, in milliseconds: a timer of its own length would be late after the machine slept. */
const lookEvery = 30_000

/** Counts responses as activity for as long as they are open. */
export function watchActivity({ idle, now = () => performance.now() }: ActivityOptions): Activity {
  const open = new Set<ServerResponse>()
  const ended = new AbortController()
  let usedAt = now()
  const look = () => {
    if (idle !== undefined && open.size === 0 && now() - usedAt >= idle) ended.abort()
  }
  const timer = idle === undefined ? undefined : setInterval(look, Math.min(idle / 4, lookEvery))
  return {
    ended: ended.signal,
    begin(response) {
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        usedAt = now()
      })
    },
    finished: (fits) =>
      Promise.all(
        [...open].filter(fits).map((response) => new Promise((resolve) => response.once('close', resolve))),
      ),
    stop: () => clearInterval(timer),
  }
}
