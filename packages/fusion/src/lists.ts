import { FusionError } from './options.js'
import type { RankedItem, RankedList, ScoreScale } from './strategy.js'

/**
 * Rejects invalid lists. Lists of weight 0 are checked too, so that a broken retriever is noticed before its weight is raised.
 * @throws FusionError FUSION_INVALID_LIST or FUSION_INVALID_WEIGHT
 */
export function validateLists(lists: readonly RankedList[]): void {
  const sources = new Set<string>()
  for (const { source, weight, minimum = 0, scale, items } of lists) {
    if (!claim(sources, source)) throw invalid(`Two lists have the source "${source}"; rename one.`)
    if (!Number.isFinite(weight) || weight < 0)
      throw invalidWeight(
        `The weight of list "${source}" is ${weight}; give a finite number from 0 (0 leaves the list out).`,
      )
    if (!Number.isFinite(minimum))
      throw invalid(`The minimum of list "${source}" is ${minimum}; give a finite number, or omit it for 0.`)
    if (scale) validateScale(source, scale)
    validateItems(source, items)
  }
  if (!Number.isFinite(lists.reduce((sum, list) => sum + list.weight, 0)))
    throw invalidWeight(
      'The sum of the weights is not finite; use smaller ones, because only their ratio matters.',
    )
}

function validateScale(source: string, { unrelated, related }: ScoreScale): void {
  if (Number.isFinite(unrelated) && Number.isFinite(related) && related > unrelated) return
  throw invalid(
    `The scale of list "${source}" is ${unrelated} to ${related}; give two finite numbers in ascending order, or omit it.`,
  )
}

function validateItems(source: string, items: readonly RankedItem[]): void {
  const ids = new Set<string>()
  const ranks = new Set<number>()
  for (const item of items) {
    const { id, foundRank } = item
    const fault = faultOf(item)
    if (fault !== undefined)
      throw invalid(`The ${fault[0]} of item "${id}" in list "${source}" is ${fault[1]}.`)
    if (!claim(ids, id))
      throw invalid(`List "${source}" contains the id "${id}" twice; give only its best rank.`)
    if (foundRank !== null && !claim(ranks, foundRank))
      throw invalid(`List "${source}" has two items at rank ${foundRank}; number them 1, 2, 3.`)
  }
}

/** The name of an invalid property of an item, and its value with what to do. */
function faultOf({ score, foundRank, coverage = 0 }: RankedItem): readonly [string, string] | undefined {
  if (!Number.isFinite(score)) return ['score', `${score}; give a finite number or leave the item out`]
  if (!(coverage >= 0 && coverage <= 1))
    return ['coverage', `${coverage}; give a number from 0 to 1, or omit it`]
  if (foundRank === null || (Number.isSafeInteger(foundRank) && foundRank >= 1)) return undefined
  return ['rank', `${foundRank}; count ranks from 1, or give null if the list did not find it`]
}

/** Adds a value to the set, and returns whether it is new. */
function claim<Value>(seen: Set<Value>, value: Value): boolean {
  const { size } = seen
  return seen.add(value).size > size
}

const invalid = (message: string) => new FusionError('FUSION_INVALID_LIST', message)

const invalidWeight = (message: string) => new FusionError('FUSION_INVALID_WEIGHT', message)

/** The greatest weight; 0 if there is none. */
export function greatestWeight(weighty: readonly { readonly weight: number }[]): number {
  return weighty.reduce((greatest, { weight }) => Math.max(greatest, weight), 0)
}

/**
 * The sum of the values, added in ascending order. The result therefore does not depend on the order of the lists, is
 * equal for equal values (a tie stays a tie), and never decreases when a value grows.
 */
export function sumAscending(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0)
}
