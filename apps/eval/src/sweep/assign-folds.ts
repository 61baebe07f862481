import type { Random } from '../statistics/seeded-random.js'
import { SweepError } from './errors.js'

/** How queries are parted. */
export interface FoldOptions {
  /** A whole number from 2; no more than there are queries. */
  readonly folds: number
  readonly random: Random
  /** What sort of query each is, its suite and kind say; without, all are alike. */
  readonly labels?: readonly string[] | undefined
}

/**
 * Whether so many queries can be parted so.
 * @throws SweepError `SWEEP_TOO_FEW_QUERIES`, `SWEEP_FOLDS_INVALID`
 */
export function checkFolds(queries: number, folds: number): void {
  if (!Number.isInteger(folds) || folds < 2) {
    throw new SweepError('SWEEP_FOLDS_INVALID', `${folds} folds: give a whole number from 2.`)
  }
  if (queries >= folds) return
  const what = `There are ${queries} queries for ${folds} folds`
  throw new SweepError('SWEEP_TOO_FEW_QUERIES', `${what}. Give fewer folds, or suites with more queries.`)
}

/** Every order is as likely as every other: Fisher and Yates, in Durstenfeld's form. */
function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor((random() / 2 ** 32) * (last + 1))
    const [item, other] = [shuffled[last] as Item, shuffled[chosen] as Item]
    shuffled[last] = other
    shuffled[chosen] = item
  }
  return shuffled
}

function groupByLabel(queries: number, labels: readonly string[]): number[][] {
  const groups = new Map<string, number[]>()
  for (let query = 0; query < queries; query += 1) {
    const label = labels[query] ?? ''
    groups.set(label, [...(groups.get(label) ?? []), query])
  }
  return [...groups.values()]
}

/**
 * Parts queries by chance into folds whose sizes differ by one at most, and so do each label's shares of them.
 * Returns the positions of each fold's queries; every query is in one fold.
 * @throws SweepError `SWEEP_TOO_FEW_QUERIES`, `SWEEP_FOLDS_INVALID`
 */
export function assignFolds(queries: number, { folds, random, labels = [] }: FoldOptions): number[][] {
  checkFolds(queries, folds)
  // Dealt round in one go: a label goes on with the fold after the one where the label before it ended.
  const dealt = groupByLabel(queries, labels).flatMap((group) => shuffle(group, random))
  return Array.from({ length: folds }, (_, fold) => dealt.filter((_query, index) => index % folds === fold))
}
