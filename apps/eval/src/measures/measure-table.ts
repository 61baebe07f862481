import { didYouMean, UsageError } from '@recallite/command-line'
import { comparableMeasures, type AnyMeasure } from './answer-measures.js'
import { all, averagePrecision, hit, linearNdcg, ndcg, precision } from './ranking-measures.js'
import { recall, reciprocalRank, type Measure } from './ranking-measures.js'

/** The default depths of rankings. */
export const defaultDepths: readonly number[] = [1, 6, 10]

/** The default measure to compare runs by. */
export const defaultMeasureName = 'nDCG@10'

/** The maximum number of ranked documents that runs store per query. */
export const maxDepth = 100
const defaultHitDepth = 6

const measureTable = [hit, all, recall, precision, reciprocalRank, ndcg, linearNdcg, averagePrecision]

/** Every measure at each depth, in ascending order of depth. */
export function measuresAt(depths: readonly number[]): readonly Measure[] {
  return distinctDepths(depths).flatMap((depth) => measureTable.map((measure) => measure(depth)))
}

/**
 * The measures of tables and comparisons. Default depths: hit@1, hit@6, MRR@10, nDCG@10. A single depth: all but `all` and nDCG-linear.
 * Otherwise: hit at each depth, MRR and nDCG at the maximum depth.
 */
export function tableMeasures(depths: readonly number[]): readonly Measure[] {
  const distinct = distinctDepths(depths)
  const greatest = distinct.at(-1)
  if (greatest === undefined) return []
  if (distinct.length === 1) {
    return measureTable
      .filter((measure) => measure !== linearNdcg && measure !== all)
      .map((measure) => measure(greatest))
  }
  const isDefault = distinct.join() === defaultDepths.join()
  const hits = isDefault ? distinct.filter((depth) => depth !== greatest) : distinct
  return [...hits.map(hit), reciprocalRank(greatest), ndcg(greatest)]
}

/** The measures of tables, from flags or defaults, and all depths to measure. */
export function chosenMeasures({ k, measures }: { k?: readonly number[]; measures?: readonly Measure[] }) {
  const named = measures?.map(({ depth }) => depth)
  const depths = k ?? named ?? defaultDepths
  return {
    depths: distinctDepths([...depths, ...(named ?? [])]),
    measures: measures ?? tableMeasures(depths),
  }
}

/** Finds a measure by a name such as `hit@6`, ignoring case. Undefined for unknown names and depths outside 1 to 100. */
export function findMeasure(name: string): Measure | undefined {
  const depth = Number(/@([1-9]\d{0,2})$/.exec(name)?.[1] ?? NaN)
  if (!(depth <= maxDepth)) return undefined
  return measuresAt([depth]).find((measure) => measure.name.toLowerCase() === name.toLowerCase())
}

/** The measure of `--measure`. Throws a UsageError that suggests the most similar name. */
export function chooseMeasure(name: string): AnyMeasure {
  const measure = comparableMeasures.find((each) => each.name === name) ?? findMeasure(name)
  if (measure) return measure
  const names = measuresAt(defaultDepths).map((each) => each.name)
  throw new UsageError(
    `--measure ${name}: there is no such measure.${didYouMean(name, names)} Give a measure and a depth from 1 to 100, such as hit@6 or nDCG@10.`,
  )
}

/** The measure for tables that show only one: the last hit rate, else the first measure. */
export function headlineMeasure(measures: readonly Measure[]): Measure {
  return measures.findLast(({ name }) => name.startsWith('hit@')) ?? measures[0] ?? hit(defaultHitDepth)
}

export function distinctDepths(depths: readonly number[]): number[] {
  return [...new Set(depths)].toSorted((a, b) => a - b)
}
