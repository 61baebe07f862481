/** The clock that a cooldown lives by. */
export interface Pace {
  /** The time in milliseconds, from any beginning. */
  readonly now: () => number
  /** Waits some milliseconds; rejects with the signal's reason when that aborts first. */
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

/** A pause that several calls keep together. */
export interface Cooldown {
  /** Lets no call through for some milliseconds from now; a longer pause that is under way stays. */
  extend(milliseconds: number): void
  /** Waits some milliseconds, and on until no pause is under way. */
  pass(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

/** A pause that is not under way yet. */
export function createCooldown({ now, sleep }: Pace): Cooldown {
  let over = Number.NEGATIVE_INFINITY
  return {
    extend(milliseconds) {
      over = Math.max(over, now() + milliseconds)
    },
    async pass(milliseconds, signal) {
      let reached = now()
      // Counted on by what was slept, because a timer may wake a moment before the clock agrees.
      for (let until = Math.max(reached + milliseconds, over); until > reached; until = over) {
        await sleep(until - reached, signal)
        reached = until
      }
    },
  }
}
