import { RecordError } from './errors.js'

/** The age and use of a record. */
export interface DecayInput {
  /** Milliseconds since it was last accessed, or else since it occurred or was created. */
  readonly age: number
  /** The number of accesses, or any other protection from decay; default 0. */
  readonly accessCount?: number | undefined
}

/** Options of `decayOf`. */
export interface DecayOptions {
  /** The half-life of a record without accesses, in milliseconds; default 69 days. */
  readonly halfLife?: number | undefined
  /** The minimum weight, from 0 to 1; default 0.05. */
  readonly floor?: number | undefined
}

const day = 86_400_000

/** As in robotmem: 69 days (ln 2 / −ln(1 − 0.01)) are the half-life of a decay of 1 % per day, which stops at a confidence of 0.05. */
export const decayDefaults = { halfLife: 69 * day, floor: 0.05 } as const

/**
 * The weight of a record: floor + (1 − floor) · 2^(−age / (halfLife · (1 + accessCount))), in [floor, 1]. Negative and non-numeric
 * ages count as 0.
 *
 * This is the forgetting curve R = e^(−t/S) of Ebbinghaus as in MemoryBank (Zhong, Guo, Gao, Ye, Wang 2023,
 * https://arxiv.org/abs/2305.10250, section 3.2), where a recall adds 1 to the strength S and resets t to 0. Here S is measured in
 * half-lives, and the curve has a floor.
 * @throws RecordError `RECORD_INVALID_OPTION` for a half-life that is not positive, a floor outside of [0, 1], or a number of
 * accesses that is negative or infinite
 */
export function decayOf({ age, accessCount = 0 }: DecayInput, options: DecayOptions = {}): number {
  const { halfLife, floor } = assertOptions(options)
  if (!(accessCount >= 0 && accessCount < Infinity)) {
    throw invalid('The number of accesses is invalid. Use a whole number from 0.')
  }
  const halvings = age > 0 ? age / halfLife / (1 + accessCount) : 0
  return Math.min(1, floor + (1 - floor) * 2 ** -halvings)
}

function assertOptions({ halfLife = decayDefaults.halfLife, floor = decayDefaults.floor }: DecayOptions) {
  if (!(halfLife > 0)) throw invalid('The half-life is not positive. Give it in milliseconds.')
  if (floor >= 0 && floor <= 1) return { halfLife, floor }
  throw invalid('The floor of the decay is out of range. Use a number from 0 to 1.')
}

const invalid = (message: string) => new RecordError('RECORD_INVALID_OPTION', message)
