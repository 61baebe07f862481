import { FilterError } from './errors.js'

/** The largest filter that is accepted. */
export const filterLimits = {
  /** How deeply `$and`, `$or` and `$not` may be nested. */
  depth: 16,
  /** Operators behind paths, bare values, and filters in the lists of `$and` and `$or`. */
  conditions: 100,
  /** Values in the lists of `$in` and `$nin`, all together. */
  values: 2000,
  /** Keys of one path. */
  keys: 10,
  /** UTF-16 units of all keys and texts together. */
  characters: 100_000,
} as const

type Counted = 'conditions' | 'values' | 'characters'

const remedies: Record<Counted, string> = {
  conditions: 'Give several values of one path as a list: {"$in": […]}.',
  values: 'Divide the list and filter once for each part.',
  characters: 'Use shorter texts, or filter several times.',
}

/** Counts what a filter has so far. */
export interface Budget {
  /** Throws `FILTER_TOO_LARGE` as soon as there is too much. */
  spend(what: Counted, amount: number, path: string): void
}

/** A budget for one filter. */
export function createBudget(): Budget {
  const spent = { conditions: 0, values: 0, characters: 0 }
  return {
    spend(what, amount, path) {
      spent[what] += amount
      if (spent[what] <= filterLimits[what]) return
      const message = `A filter has at most ${filterLimits[what].toLocaleString('en')} ${what}. ${remedies[what]}`
      throw new FilterError('FILTER_TOO_LARGE', path, message)
    },
  }
}
