import { didYouMean, UsageError } from '@recallite/command-line'
import { defaultDepths, findMeasure, measuresAt } from './measure-table.js'
import type { Measure } from './measure.js'

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
