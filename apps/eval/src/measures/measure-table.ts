import { UsageError, didYouMean } from '@recallite/command-line'
import {
  type Measure,
  averagePrecision,
  hit,
  linearNdcg,
  ndcg,
  precision,
  recall,
  reciprocalRank,
} from './ranking-measures.js'

/** Where rankings are cut unless somebody says otherwise. */
export const defaultDepths: readonly number[] = [1, 6, 10]

/** By which things are compared where nobody says otherwise. */
export const defaultMeasureName = 'nDCG@10'

/** The greatest depth a measure can be named with, as a run keeps no more documents. */
const greatestDepth = 100

/** Every measure, in the order of reports. */
const measureTable = [hit, recall, precision, reciprocalRank, ndcg, linearNdcg, averagePrecision]

const preferred = hit(6)

/** Every measure at each of the depths, from the smallest up: hit, recall, precision, MRR, nDCG, nDCG-linear, MAP. */
export function measuresAt(depths: readonly number[]): readonly Measure[] {
  return settleDepths(depths).flatMap((depth) => measureTable.map((measure) => measure(depth)))
}

/**
 * Those of `measuresAt` that tables show and strategies are compared by. At the default depths hit@1, hit@6, MRR@10 and
 * nDCG@10; at a single one all but linear gain; at others a hit rate each, MRR and nDCG at the greatest.
 */
export function shownMeasures(depths: readonly number[]): readonly Measure[] {
  const settled = settleDepths(depths)
  const greatest = settled.at(-1)
  if (greatest === undefined) return []
  if (settled.length === 1)
    return [hit, recall, precision, reciprocalRank, ndcg, averagePrecision].map((measure) =>
      measure(greatest),
    )
  const isDefault = settled.join() === defaultDepths.join()
  const hits = isDefault ? settled.filter((depth) => depth !== greatest) : settled
  return [...hits.map(hit), reciprocalRank(greatest), ndcg(greatest)]
}

/**
 * The measure of a name such as `hit@6`, in upper or lower case; undefined if there is none, or if the depth is not a
 * whole number from 1 to 100.
 */
export function findMeasure(name: string): Measure | undefined {
  const depth = Number(/@([1-9]\d{0,2})$/.exec(name)?.[1] ?? NaN)
  if (!(depth <= greatestDepth)) return undefined
  const wanted = name.toLowerCase()
  return measuresAt([depth]).find((measure) => measure.name.toLowerCase() === wanted)
}

/**
 * The measure that comes first where only one has room: the hit rate among the first 6, which is what people are shown;
 * where that is not among the measures, the deepest hit rate.
 */
export function headlineMeasure(measures: readonly Measure[]): Measure {
  const rates = measures.filter(({ name, depth }) => name === hit(depth).name)
  const deepest = rates.toSorted((a, b) => b.depth - a.depth)[0]
  return rates.find(({ depth }) => depth === preferred.depth) ?? deepest ?? preferred
}

/**
 * The measure that a flag names.
 * @throws UsageError with the nearest name
 */
export function chooseMeasure(name: string): Measure {
  const measure = findMeasure(name)
  if (measure) return measure
  const known = measuresAt(defaultDepths).map((each) => each.name)
  throw new UsageError(
    `--measure ${name}: there is none of that name.${didYouMean(name, known)} Give a measure and a depth from 1 to 100, such as hit@6 or nDCG@10.`,
  )
}

function settleDepths(depths: readonly number[]): number[] {
  return [...new Set(depths)].toSorted((a, b) => a - b)
}
