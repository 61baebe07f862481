import { defaultStrategyName } from '@recallite/fusion'
import { stringify } from 'yaml'
import { figure, probability, signed, signedWithInterval } from '../render/figures.js'
import { renderText, wrap, type Table } from '../render/text-tables.js'
import type { CrossValidation, Sweep } from './cross-validate.js'
import { defaultValues, describeSetting, weightsOf, withoutDefaults, type Setting } from './setting.js'

const level = 0.05
const mostLines = 15

const advice = {
  gain: 'better than the default, also for queries that had no part in choosing it',
  none: 'not distinguishable from the default, keep the defaults',
  loss: 'worse than the default, keep the defaults',
}

/** A sweep as text: the settings, best first; whether to choose one; and if so, what to write where; `width` in columns. */
export function renderSweep(sweep: Sweep, width = Infinity): string {
  const { tried, validation } = sweep
  const setting = tried[validation.chosen]?.setting
  const isDefault = validation.chosen === 0 || !setting
  const usage = isDefault ? [] : ['', ...usageLines(setting, judgeGain(validation.gain) === 'gain')]
  const verdict = verdictLines(validation).flatMap((line) => wrap(line, width))
  return `${renderText(tableOf(sweep), width)}\n${[...verdict, ...usage].join('\n')}\n`
}

/** The lines of a YAML settings file that apply a setting; empty for the default. */
export function configLines(setting: Setting): string {
  const { fusion, threshold: minScore, limit: maxResults, ...stated } = statedValues(setting)
  const { chunkTokens, chunkOverlap } = stated
  const hybrid = withoutEmpty(weightsOf(stated))
  // Without an overlap the program would give a small chunk size another one than was measured.
  const overlap = chunkTokens === undefined ? chunkOverlap : (chunkOverlap ?? defaultValues().chunkOverlap)
  const settings = withoutEmpty({
    query: withoutEmpty({ maxResults, fusion, hybrid, minScore }),
    chunking: withoutEmpty({ tokens: chunkTokens, overlap }),
  })
  return settings ? stringify(settings) : ''
}

function tableOf({ measure, tried, validation }: Sweep): Table {
  const { queries, chosen, timesChosen } = validation
  const sorted = tried
    .map((each, position) => ({ ...each, position }))
    .toSorted((a, b) => b.mean - a.mean || a.position - b.position)
  // The default, at position 0, is shown at any rank.
  const shown = sorted.filter(({ position }, rank) => rank < mostLines || position === 0)
  const left = sorted.length - shown.length
  const more = left > 0 ? ` ${left} more with --json.` : ''
  return {
    title: `${sorted.length} settings, ${queries} queries, best first`,
    head: ['setting', measure, '95 %', 'folds'],
    lines: shown.map(({ setting, mean, interval: [low, high], position }) => [
      `${describeSetting(setting)}${position === chosen ? ' *' : ''}`,
      figure(mean),
      `${figure(low)}–${figure(high)}`,
      String(timesChosen[position] ?? 0),
    ]),
    note: `* chosen by all queries. Figures are of the queries that choose. folds: how many chose it by the others.${more}`,
  }
}

/** What a sweep found, in sentences. */
export function verdictLines(validation: CrossValidation): string[] {
  const { folds, queries, heldOut, gain, chosen, timesChosen, optimisticBest } = validation
  const basis = `${queries} queries in ${folds} folds`
  if (optimisticBest.setting === 0) {
    return [`No setting is better than the default (${basis}): keep the defaults.`]
  }
  const seeming = signed(optimisticBest.mean - heldOut.default)
  const warning = `The best setting seems to gain ${seeming}, on the queries that it was picked by: that is optimistic.`
  if (chosen === 0) {
    return [warning, `It does not stand out from its own noise (${basis}): keep the defaults.`]
  }
  const said = `${signedWithInterval(gain.mean, gain.interval)}, ${probability(gain.p)}`
  const agreement = `${timesChosen[chosen] ?? 0} of ${folds} folds chose it`
  return [
    warning,
    `Held out (${basis}), the chosen setting gains ${said}: ${advice[judgeGain(gain)]}. ${agreement}.`,
  ]
}

/** A difference is significant if both its interval and its p say so. */
function judgeGain({ interval: [low, high], p }: CrossValidation['gain']): keyof typeof advice {
  if (p > level) return 'none'
  if (low > 0) return 'gain'
  return high < 0 ? 'loss' : 'none'
}

function usageLines(setting: Setting, isGain: boolean): string[] {
  const { k, chunkTokens, chunkOverlap } = withoutDefaults(setting)
  const isAboutChunks = chunkTokens !== undefined || chunkOverlap !== undefined
  const config = configLines(setting).trimEnd()
  return [
    isGain ? 'To use the chosen setting:' : 'To try the chosen setting all the same:',
    '',
    ...(config === '' ? [] : [config, '']),
    ...(k === undefined ? [] : [`k has no setting: give --rrf-k ${k} to each search.`]),
    ...(isAboutChunks ? ["'recallite index' then cuts all chunks again."] : []),
  ]
}

/** The values that differ from the defaults, with the fusion of weights: alone they would mean `weighted`. */
function statedValues(setting: Setting): Setting {
  const stated = withoutDefaults(setting)
  return stated.weight === undefined ? stated : { fusion: defaultStrategyName, ...stated }
}

function withoutEmpty(values: object): object | undefined {
  const stated = Object.entries(values).filter(([, value]) => value !== undefined)
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}
