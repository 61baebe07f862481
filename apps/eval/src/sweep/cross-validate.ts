import { bootstrapMeans, type Interval } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/mean.js'
import { randomisationTest } from '../statistics/randomisation-test.js'
import { assignFolds, type FoldOptions } from './assign-folds.js'
import { SweepError } from './errors.js'
import { bestSetting, selectSetting } from './select-setting.js'

/** How two means over the same queries differ. */
export interface PairedGain {
  readonly mean: number
  /** 95 %, by bootstrap. */
  readonly interval: Interval
  /** Of a paired randomisation test, two-sided. */
  readonly p: number
}

/** What choosing a setting by queries is worth on queries that it was not chosen by. Settings are positions. */
export interface CrossValidation {
  readonly folds: number
  readonly queries: number
  /** Means over all queries, each scored with the setting that the other folds chose, and with the default. */
  readonly heldOut: { readonly chosen: number; readonly default: number }
  /** Chosen minus default, held out. */
  readonly gain: PairedGain
  /** The setting that all queries together choose: the one to use, if any. */
  readonly chosen: number
  /** By setting, how many folds chose it. */
  readonly timesChosen: readonly number[]
  /**
   * The highest mean over all queries. Optimistic: the same queries choose and judge, so that among enough settings
   * chance alone finds one that seems to gain. Never report it as what a setting will bring.
   */
  readonly optimisticBest: { readonly setting: number; readonly mean: number }
}

function countQueries(scores: readonly Float64Array[]): number {
  const queries = scores[0]?.length ?? 0
  if (scores.every(({ length }) => length === queries)) return queries
  const lengths = [...new Set(scores.map(({ length }) => length))].join(', ')
  throw new SweepError(
    'SWEEP_SCORES_MISALIGNED',
    `Settings were scored on different numbers of queries: ${lengths}. Score each on all of them.`,
  )
}

/** The setting that is chosen for each fold by the queries of all others. */
function chooseByOthers(scores: readonly Float64Array[], parts: readonly (readonly number[])[]): number[] {
  return parts.map((held) => selectSetting(scores, parts.filter((part) => part !== held).flat()))
}

function scoreHeldOut(
  scores: readonly Float64Array[],
  parts: readonly (readonly number[])[],
  choices: readonly number[],
): Float64Array {
  const heldOut = new Float64Array(scores[0]?.length ?? 0)
  for (const [fold, part] of parts.entries()) {
    const values = scores[choices[fold] ?? 0]
    for (const query of part) heldOut[query] = values?.[query] ?? 0
  }
  return heldOut
}

function compare(values: Float64Array, base: Float64Array, random: FoldOptions['random']): PairedGain {
  const differences = values.map((value, query) => value - (base[query] ?? 0))
  const [interval] = bootstrapMeans([differences], { random })
  return {
    mean: mean(differences) ?? 0,
    interval: interval ?? [0, 0],
    p: randomisationTest(differences, { random }),
  }
}

/**
 * Cross-validation of choosing a setting, over queries: for each fold the others choose (`selectSetting`), and the
 * choice is scored on the fold alone, so that no query judges a choice that it had part in. One array of scores for
 * each setting, the default first, and in each a score for every query, in the same order.
 *
 * Stone, Cross-Validatory Choice and Assessment of Statistical Predictions, 1974; that the choosing has to be inside
 * the folds: Varma & Simon, Bias in Error Estimation When Using Cross-Validation for Model Selection, 2006. The folds'
 * choices share most of their queries, so interval and p take the choices as given and are somewhat too narrow
 * (Bengio & Grandvalet, No Unbiased Estimator of the Variance of K-Fold Cross-Validation, 2004).
 * @throws SweepError `SWEEP_TOO_FEW_QUERIES`, `SWEEP_FOLDS_INVALID`, `SWEEP_SCORES_MISALIGNED`
 */
export function crossValidate(scores: readonly Float64Array[], options: FoldOptions): CrossValidation {
  const queries = countQueries(scores)
  const parts = assignFolds(queries, options)
  const choices = chooseByOthers(scores, parts)
  const base = scores[0] ?? new Float64Array(0)
  const heldOut = scoreHeldOut(scores, parts, choices)
  const all = [...base.keys()]
  const best = bestSetting(scores, all)
  return {
    folds: parts.length,
    queries,
    heldOut: { chosen: mean(heldOut) ?? 0, default: mean(base) ?? 0 },
    gain: compare(heldOut, base, options.random),
    chosen: selectSetting(scores, all),
    timesChosen: scores.map((_, setting) => choices.filter((choice) => choice === setting).length),
    optimisticBest: { setting: best, mean: mean(scores[best] ?? base) ?? 0 },
  }
}
