/** Draws a whole number from 0 to 2^32 − 1, uniformly. */
export type Random = () => number

/** By default the same numbers for every interval and test, so that the figures of a strategy do not depend on other strategies. */
const defaultSeed = 2026

/** Reproducible random numbers from a seed of 32 bits: Mulberry32 (Ettinger, 2017), whose period is 2^32. Not for secrets. */
export function seededRandom(seed = defaultSeed): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), state | 1)
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61))
    return (second ^ (second >>> 14)) >>> 0
  }
}
