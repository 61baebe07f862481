import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Knows which responses are open, and when there was none for too long. */
export type Activity = ReturnType<typeof watchActivity>

interface ActivityOptions {
  /** In milliseconds; undefined: never too long. */
  readonly idle: number | undefined
  /** A clock that nobody sets, in milliseconds; default `performance.now`. */
  readonly now?: () => number
}

/** How often to look at least, in milliseconds: a timer of its own length would be late after the machine slept. */
const lookEvery = 30_000

/** Counts responses as activity for as long as they are open. */
export function watchActivity({ idle, now = () => performance.now() }: ActivityOptions) {
  const open = new Set<ServerResponse>()
  const ended = new AbortController()
  let usedAt = now()
  const look = () => {
    if (idle !== undefined && open.size === 0 && now() - usedAt >= idle) ended.abort()
  }
  const timer = idle === undefined ? undefined : setInterval(look, Math.min(idle / 4, lookEvery))
  return {
    /** Aborted when there was no response for too long. */
    ended: ended.signal,
    begin(response: ServerResponse): void {
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        usedAt = now()
      })
    },
    /** Waits for the open responses that fit. */
    finished: (fits: (response: ServerResponse) => boolean): Promise<unknown> =>
      Promise.all(
        [...open].filter(fits).map((response) => new Promise((resolve) => response.once('close', resolve))),
      ),
    stop: () => clearInterval(timer),
  }
}
