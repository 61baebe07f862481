import type { Contribution } from './strategy.js'

/** What a list says about an item: a contribution before it is weighed, with the weight of the list. */
export type ListEntry = Omit<Contribution, 'value'>

/** One effective weight per entry; those of entries without a normalised score do not count. */
export type Weigher = (entries: readonly ListEntry[]) => readonly number[]

/**
 * The effective weight of a list with weight w: `given` is w, `share` is w ÷ the sum of all weights, `held-share` is w
 * ÷ the sum of the weights of the lists that contain the item, `relative` is w ÷ the greatest weight.
 */
export type Weighting = 'given' | 'share' | 'held-share' | 'relative'

/** The weighers that a strategy can name. */
export const weighers: Readonly<Record<Weighting, Weigher>> = {
  given: (entries) => entries.map(({ weight }) => weight),
  share: (entries) => divided(entries, sumAscending(entries.map(({ weight }) => weight))),
  'held-share': (entries) =>
    divided(entries, sumAscending(entries.filter(isHeld).map(({ weight }) => weight))),
  relative: (entries) => divided(entries, greatestWeight(entries)),
}

/**
 * The weights that split a score which is no sum: each contribution is the score × the list's `held-share`. The
 * normalised scores must not be 0.
 */
export function splitScore(entries: readonly ListEntry[], score: number): number[] {
  const shares = weighers['held-share'](entries)
  return entries.map(({ normalized }, index) =>
    normalized === null ? 0 : (score * (shares[index] ?? 0)) / normalized,
  )
}

/** Whether the list has a normalised score for the item. */
export function isHeld<Entry extends ListEntry>(entry: Entry): entry is Entry & { normalized: number } {
  return entry.normalized !== null
}

/** The greatest weight; 0 if there is none. */
export function greatestWeight(weighty: readonly { readonly weight: number }[]): number {
  return weighty.reduce((greatest, { weight }) => Math.max(greatest, weight), 0)
}

/**
 * The sum of the values, added in ascending order. The result therefore does not depend on the order of the lists, is
 * equal for equal values (a tie stays a tie), and never decreases when a value grows.
 */
export function sumAscending(values: readonly number[]): number {
  // Two numbers have the same sum in either order, and most searches have two lists.
  const [first = 0, second = 0] = values
  if (values.length <= 2) return 0 + first + second
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)
}

function divided(entries: readonly ListEntry[], divisor: number): number[] {
  return entries.map(({ weight }) => weight / divisor)
}
