import { EvaluationError } from '../errors.js'
import { bootstrapMeans, mean } from '../statistics/bootstrap-means.js'
import { randomisationTest } from '../statistics/randomisation-test.js'
import type { Random } from '../statistics/seeded-random.js'
import type { Setting } from './setting.js'

/** The settings that were tried, the default first, and what choosing among them is worth. */
export type Sweep = ReturnType<typeof judgeSettings>

/** The value of choosing a setting by queries, measured on other queries. Settings are positions. */
export type CrossValidation = ReturnType<typeof crossValidate>

interface FoldOptions {
  /** A whole number from 2; no more than there are queries. */
  readonly folds: number
  readonly random: Random
  /** The sort of each query, such as suite and kind; by default all are alike. */
  readonly labels?: readonly string[] | undefined
}

/** Means that differ by less differ by the rounding of their sums alone. */
const rounding = 1e-12

/**
 * Says how well each setting serves, and by cross-validation whether one should replace the default, which is the first.
 * `scores` has an array for each setting with a score for every query, in the same order; throws as `crossValidate` does.
 */
export function judgeSettings(
  tried: { measure: string; settings: readonly Setting[]; scores: readonly Float64Array[] },
  options: FoldOptions,
) {
  const { measure, settings, scores } = tried
  const validation = crossValidate(scores, options)
  const intervals = bootstrapMeans(scores, { random: options.random })
  return {
    measure,
    tried: settings.map((setting, index) => {
      const average = meanOf(scores[index] ?? new Float64Array(0))
      // Means over all queries are optimistic for whichever setting is picked by them.
      return { setting, mean: average, interval: intervals[index] ?? ([average, average] as const) }
    }),
    validation,
  }
}

/**
 * Cross-validation of choosing a setting, over queries: for each fold the others choose (`selectSetting`), and the
 * choice is scored on the fold alone, so that no query judges a choice that it had part in. `scores` has one array for
 * each setting, the default first, with a score for every query, in the same order.
 *
 * Stone, Cross-Validatory Choice and Assessment of Statistical Predictions, 1974; that the choosing has to be inside
 * the folds: Varma & Simon, Bias in Error Estimation When Using Cross-Validation for Model Selection, 2006. The folds'
 * choices share most of their queries, so interval and p take the choices as given and are somewhat too narrow
 * (Bengio & Grandvalet, No Unbiased Estimator of the Variance of K-Fold Cross-Validation, 2004).
 * @throws EvaluationError `SWEEP_TOO_FEW_QUERIES`
 */
export function crossValidate(scores: readonly Float64Array[], options: FoldOptions) {
  const { random } = options
  const base = scores[0] ?? new Float64Array(0)
  const queries = base.length
  const parts = assignFolds(queries, options)
  const choices = parts.map((held) => selectSetting(scores, parts.filter((part) => part !== held).flat()))
  const heldOut = new Float64Array(queries)
  for (const [fold, part] of parts.entries()) {
    const own = scores[choices[fold] ?? 0] ?? base
    for (const query of part) heldOut[query] = own[query] ?? 0
  }
  const all = [...base.keys()]
  return {
    folds: parts.length,
    queries,
    /** Means over all queries, each scored with the setting that the other folds chose, and with the default. */
    heldOut: { chosen: meanOf(heldOut), default: meanOf(base) },
    /** Chosen minus default, held out. */
    gain: gainOf(heldOut, base, random),
    /** The setting that all queries together choose. */
    chosen: selectSetting(scores, all),
    /** By setting, how many folds chose it. */
    timesChosen: scores.map((_, setting) => choices.filter((choice) => choice === setting).length),
  }
}

/** The positions of each fold's queries: folds differ by at most one in size, and in queries of each label. */
export function assignFolds(queries: number, { folds, random, labels = [] }: FoldOptions): number[][] {
  checkFolds(queries, folds)
  const positions = Array.from({ length: queries }, (_, query) => query)
  const groups = Map.groupBy(positions, (query) => labels[query] ?? '')
  // Dealt in one go: each label continues with the fold after the one where the label before it ended.
  const dealt = [...groups.values()].flatMap((group) => shuffle(group, random))
  return Array.from({ length: folds }, (_, fold) => dealt.filter((_query, index) => index % folds === fold))
}

/** Throws an EvaluationError `SWEEP_TOO_FEW_QUERIES` for fewer queries than folds. */
export function checkFolds(queries: number, folds: number): void {
  if (queries >= folds) return
  const message = `There are ${queries} queries for ${folds} folds. Give fewer folds, or suites with more queries.`
  throw new EvaluationError('SWEEP_TOO_FEW_QUERIES', message)
}

/**
 * Chooses by some queries: the setting of the highest mean, unless it gains no more than one standard error of its
 * paired differences from the default (the first setting); then the default.
 *
 * The one-standard-error rule, with the default as the simplest choice: Breiman, Friedman, Olshen & Stone,
 * Classification and Regression Trees, 1984, section 3.4.3. The maximum of many settings follows the setting that the
 * queries happen to favour (Cawley & Talbot, On Over-fitting in Model Selection and Subsequent Selection Bias in
 * Performance Evaluation, JMLR 11, 2010), and leaving a default has a cost: a gain should first stand out from its own
 * noise. The rule does not correct for how many were tried; the held-out queries do that. A setting that is better on
 * every query always passes: for positive differences the standard error is no more than the mean.
 */
export function selectSetting(scores: readonly Float64Array[], queries: readonly number[]): number {
  const own = scores.map((values) => Float64Array.from(queries, (query) => values[query] ?? 0))
  const means = own.map(meanOf)
  const best = means.reduce(
    (top, value, setting) => (value > (means[top] ?? 0) + rounding ? setting : top),
    0,
  )
  const differences = differencesOf(own[best] ?? new Float64Array(), own[0])
  return meanOf(differences) > standardError(differences) + rounding ? best : 0
}

const meanOf = (values: Float64Array): number => mean(values) ?? 0

/** The mean difference, its 95 % bootstrap interval, and the p of a two-sided paired randomisation test. */
function gainOf(values: Float64Array, base: Float64Array, random: Random) {
  const differences = differencesOf(values, base)
  const [interval] = bootstrapMeans([differences], { random })
  const p = randomisationTest(differences, { random })
  return { mean: meanOf(differences), interval: interval ?? ([0, 0] as const), p }
}

/** Every order is equally likely. */
function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

function differencesOf(values: Float64Array, base: Float64Array | undefined): Float64Array {
  return values.map((value, query) => value - (base?.[query] ?? 0))
}

/** Of the mean of paired differences; Infinity for a single pair, which says nothing of the spread. */
function standardError(differences: Float64Array): number {
  const { length } = differences
  const average = meanOf(differences)
  const squares = differences.reduce((sum, difference) => sum + (difference - average) ** 2, 0)
  return length < 2 ? Infinity : Math.sqrt(squares / (length - 1) / length)
}
