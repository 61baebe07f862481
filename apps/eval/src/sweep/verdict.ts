import { probability, signed, signedWithInterval } from '../render/signed.js'
import type { CrossValidation, PairedGain } from './cross-validate.js'

/** What becomes of a held-out gain: it is one, it is none that can be told, or it is a loss. */
export type Verdict = 'gain' | 'none' | 'loss'

const level = 0.05

/** Whether a difference can be told from none: by its interval and by its p both. */
export function judgeGain({ interval: [low, high], p }: PairedGain): Verdict {
  if (p > level) return 'none'
  if (low > 0) return 'gain'
  return high < 0 ? 'loss' : 'none'
}

const advice: Readonly<Record<Verdict, string>> = {
  gain: 'better than the default, also for queries that had no part in choosing it',
  none: 'not distinguishable from the default, keep the defaults',
  loss: 'worse than the default, keep the defaults',
}

function agreement({ folds, chosen, timesChosen }: CrossValidation): string {
  return `${timesChosen[chosen] ?? 0} of ${folds} folds chose it`
}

/** What a sweep found, in sentences for people. */
export function verdictLines(validation: CrossValidation): string[] {
  const { folds, queries, heldOut, gain, chosen, optimisticBest } = validation
  const seeming = signed(optimisticBest.mean - heldOut.default)
  const basis = `${queries} queries in ${folds} folds`
  if (optimisticBest.setting === 0)
    return [`No setting is better than the default (${basis}): keep the defaults.`]
  const warning = `The best setting seems to gain ${seeming}, on the queries that it was picked by: that is optimistic.`
  if (chosen === 0) {
    return [warning, `It does not stand out from its own noise (${basis}): keep the defaults.`]
  }
  const said = `${signedWithInterval(gain.mean, gain.interval)}, ${probability(gain.p)}`
  return [
    warning,
    `Held out (${basis}), the chosen setting gains ${said}: ${advice[judgeGain(gain)]}. ${agreement(validation)}.`,
  ]
}
