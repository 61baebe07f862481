import { RecordError } from './errors.js'

/** What is known of a record when its decay is computed. */
export interface DecayInput {
  /** How long ago it was last accessed, or, if it never was, how long ago it occurred or was created; in milliseconds. */
  readonly age: number
  /** How often it was accessed, or how much less it decays for other reasons; default 0. */
  readonly accessCount?: number | undefined
}

/** How fast records decay. */
export interface DecayOptions {
  /** After how long a record that was never accessed has half its weight, in milliseconds; default 69 days. */
  readonly halfLife?: number | undefined
  /** The weight below which no record falls, from 0 to 1; default 0.05. */
  readonly floor?: number | undefined
}

const day = 86_400_000

/**
 * What is usual: 69 days are ln 2 / −ln(1 − 0.01), the half-life of robotmem's decay of 1 % a day, and 0.05 is the
 * confidence at which robotmem stops to decay.
 */
export const decayDefaults = { halfLife: 69 * day, floor: 0.05 } as const

/**
 * The weight of a record at its age: floor + (1 − floor) · 2^(−age / (halfLife · (1 + accessCount))). It is 1 at age 0,
 * falls with the age, rises with each access and stays within [floor, 1]. It is computed from the age alone and changes
 * nothing, so that computing it again gives the same.
 *
 * This is the forgetting curve R = e^(−t/S) of Ebbinghaus as MemoryBank uses it (Zhong, Guo, Gao, Ye, Wang 2023,
 * https://arxiv.org/abs/2305.10250, section 3.2): a recall adds 1 to the strength S and sets t back to 0. Here S is
 * measured in half-lives, and the curve has a floor.
 *
 * An age below 0, as after a clock was set back, and one that is no number count as 0.
 * @throws RecordError `RECORD_INVALID_OPTION` for a half-life that is not above 0, a floor outside of [0, 1], or a number
 * of accesses below 0 or infinite
 */
export function decayOf({ age, accessCount = 0 }: DecayInput, options: DecayOptions = {}): number {
  const { halfLife, floor } = assertOptions(options)
  if (!(accessCount >= 0 && accessCount < Infinity)) {
    throw invalid('The number of accesses is no count. Give a whole number from 0 on.')
  }
  const halvings = age > 0 ? age / halfLife / (1 + accessCount) : 0
  return Math.min(1, floor + (1 - floor) * 2 ** -halvings)
}

function assertOptions({ halfLife = decayDefaults.halfLife, floor = decayDefaults.floor }: DecayOptions) {
  if (!(halfLife > 0)) throw invalid('The half-life is not above 0. Give it in milliseconds.')
  if (floor >= 0 && floor <= 1) return { halfLife, floor }
  throw invalid('The floor of the decay lies outside of 0 to 1. Give a number from 0 to 1.')
}

const invalid = (message: string) => new RecordError('RECORD_INVALID_OPTION', message)
