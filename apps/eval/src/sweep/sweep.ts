import { type Interval, bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { type CrossValidation, type FoldOptions, crossValidate } from './cross-validate.js'
import type { Setting } from './setting.js'

/** A setting, and how well it serves the queries that it was tried with. */
export interface TriedSetting {
  readonly setting: Setting
  /** Over all queries; optimistic for whichever is picked by it. */
  readonly mean: number
  /** 95 %, by bootstrap. */
  readonly interval: Interval
}

/** Settings that were tried, and what choosing among them is worth. */
export interface Sweep {
  /** The measure that is maximised. */
  readonly measure: string
  /** The default first; `validation` names settings by position. */
  readonly tried: readonly TriedSetting[]
  readonly validation: CrossValidation
}

/**
 * Says how well each setting serves, and by cross-validation whether one should replace the default, which is the first.
 * `scores` has an array for each setting with a score for every query, in the same order; throws as `crossValidate` does.
 */
export function judgeSettings(
  {
    measure,
    settings,
    scores,
  }: { measure: string; settings: readonly Setting[]; scores: readonly Float64Array[] },
  options: FoldOptions,
): Sweep {
  const validation = crossValidate(scores, options)
  const intervals = bootstrapMeans(scores, { random: options.random })
  const tried = settings.map((setting, index) => {
    const average = mean(scores[index] ?? new Float64Array(0)) ?? 0
    return { setting, mean: average, interval: intervals[index] ?? ([average, average] as const) }
  })
  return { measure, tried, validation }
}
