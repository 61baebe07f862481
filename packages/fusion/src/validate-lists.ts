import { FusionError } from './errors.js'
import type { RankedItem, RankedList } from './strategy.js'

/**
 * Refuses invalid lists. Lists of weight 0 are checked as well, so that a broken retriever is noticed before its weight
 * is raised.
 * @throws FusionError FUSION_INVALID_LIST or FUSION_INVALID_WEIGHT
 */
export function validateLists(lists: readonly RankedList[]): void {
  const sources = new Set<string>()
  for (const list of lists) {
    claim(sources, list.source, `Two lists have the source "${list.source}"; give each list its own.`)
    validateWeight(list)
    validateMinimum(list)
    validateItems(list)
  }
  validateTotal(lists)
}

function validateWeight({ source, weight }: RankedList): void {
  if (Number.isFinite(weight) && weight >= 0) return
  throw new FusionError(
    'FUSION_INVALID_WEIGHT',
    `The weight of list "${source}" is ${weight}; give a finite number from 0 (0 leaves the list out).`,
  )
}

function validateTotal(lists: readonly RankedList[]): void {
  if (Number.isFinite(lists.reduce((sum, list) => sum + list.weight, 0))) return
  throw new FusionError(
    'FUSION_INVALID_WEIGHT',
    'The weights add up to more than a number can hold; only their ratio matters, so give smaller ones.',
  )
}

function validateMinimum({ source, minimum = 0 }: RankedList): void {
  if (Number.isFinite(minimum)) return
  throw new FusionError(
    'FUSION_INVALID_LIST',
    `The minimum of list "${source}" is ${minimum}; give a finite number, or leave it out for 0.`,
  )
}

function validateItems({ source, items }: RankedList): void {
  const ids = new Set<string>()
  const ranks = new Set<number>()
  for (const item of items) {
    validateItem(source, item)
    claim(ids, item.id, `List "${source}" holds the id "${item.id}" twice; give its best place only.`)
    if (item.foundRank === null) continue
    claim(
      ranks,
      item.foundRank,
      `List "${source}" has two items at rank ${item.foundRank}; number them 1, 2, 3.`,
    )
  }
}

function validateItem(source: string, { id, score, foundRank, coverage = 0 }: RankedItem): void {
  const where = `of item "${id}" in list "${source}"`
  if (!Number.isFinite(score)) {
    throw new FusionError(
      'FUSION_INVALID_LIST',
      `The score ${where} is ${score}; give a finite number or leave the item out.`,
    )
  }
  if (!(coverage >= 0 && coverage <= 1)) {
    throw new FusionError(
      'FUSION_INVALID_LIST',
      `The coverage ${where} is ${coverage}; give a number from 0 to 1, or leave it out.`,
    )
  }
  if (foundRank !== null && !(Number.isSafeInteger(foundRank) && foundRank >= 1)) {
    throw new FusionError(
      'FUSION_INVALID_LIST',
      `The rank ${where} is ${foundRank}; count places from 1, or give null if the list did not find it.`,
    )
  }
}

function claim<Value>(seen: Set<Value>, value: Value, complaint: string): void {
  if (seen.has(value)) throw new FusionError('FUSION_INVALID_LIST', complaint)
  seen.add(value)
}
