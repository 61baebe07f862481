import { defaultChunking } from '@recallite/core'
import { defaultStrategyName } from '@recallite/fusion'
import { stringify } from 'yaml'
import type { CrossValidation, Sweep } from '../sweep/cross-validate.js'
import { describeSetting, weightsOf, type Setting } from '../sweep/setting.js'
import { figure, probability, signedWithInterval } from './figures.js'
import { tableOf, type Part, type Table } from './table.js'

const level = 0.05
const maxLines = 15

const advice = {
  gain: 'better than the default, also for queries that had no part in choosing it',
  none: 'not distinguishable from the default, keep the defaults',
  loss: 'worse than the default, keep the defaults',
}

/** The settings of a sweep, best first; whether to choose one; and if so, what to write where. */
export function sweepParts(sweep: Sweep): Part[] {
  const { tried, validation } = sweep
  const setting = tried[validation.chosen]?.setting
  const isDefault = validation.chosen === 0 || !setting
  const usage = isDefault ? [] : usageParts(setting, judgeGain(validation.gain) === 'gain')
  return [settingTable(sweep), [describeValidation(validation)], ...usage]
}

/** The lines of a YAML settings file that apply a setting; empty for the default. */
export function configLines(setting: Setting): string {
  const { weight, threshold: minScore, limit: maxResults, chunkTokens, chunkOverlap } = setting
  // Weights alone would mean `weighted`.
  const { fusion = weight === undefined ? undefined : defaultStrategyName } = setting
  const hybrid = withoutEmpty(weightsOf(setting))
  // Without an overlap the program would give a small chunk size another one than was measured.
  const overlap = chunkTokens === undefined ? chunkOverlap : (chunkOverlap ?? defaultChunking.overlap)
  const settings = withoutEmpty({
    query: withoutEmpty({ maxResults, fusion, hybrid, minScore }),
    chunking: withoutEmpty({ tokens: chunkTokens, overlap }),
  })
  return settings ? stringify(settings) : ''
}

function settingTable({ measure, tried, validation }: Sweep): Table {
  const { queries, chosen, timesChosen } = validation
  const sorted = tried
    .map((each, position) => ({ ...each, position }))
    .toSorted((a, b) => b.mean - a.mean || a.position - b.position)
  // The default, at position 0, is shown at any rank.
  const shown = sorted.filter(({ position }, rank) => rank < maxLines || position === 0)
  const left = sorted.length - shown.length
  const more = left > 0 ? ` ${left} more with --json.` : ''
  const about = {
    title: `${sorted.length} settings, ${queries} queries, best first`,
    note: `* chosen by all queries. Figures are of the queries that choose. folds: how many chose it by the others.${more}`,
  }
  return tableOf(about, shown, [
    ['setting', ({ setting, position }) => `${describeSetting(setting)}${position === chosen ? ' *' : ''}`],
    [measure, ({ mean }) => figure(mean)],
    ['95 %', ({ interval: [low, high] }) => `${figure(low)}–${figure(high)}`],
    ['folds', ({ position }) => String(timesChosen[position] ?? 0)],
  ])
}

/** What a sweep found, in sentences. */
export function describeValidation(validation: CrossValidation): string {
  const { folds, queries, gain, chosen, timesChosen } = validation
  const basis = `${queries} queries in ${folds} folds`
  if (chosen === 0) return `No setting stands out from the default (${basis}): keep the defaults.`
  const said = `${signedWithInterval(gain.mean, gain.interval)}, ${probability(gain.p)}`
  const agreement = `${timesChosen[chosen] ?? 0} of ${folds} folds chose it`
  return `Held out (${basis}), the chosen setting gains ${said}: ${advice[judgeGain(gain)]}. ${agreement}.`
}

/** A difference is significant if both its interval and its p say so. */
function judgeGain({ interval: [low, high], p }: CrossValidation['gain']): keyof typeof advice {
  if (p > level) return 'none'
  if (low > 0) return 'gain'
  return high < 0 ? 'loss' : 'none'
}

function usageParts(setting: Setting, isGain: boolean): string[][] {
  const { k, chunkTokens, chunkOverlap } = setting
  const isAboutChunks = chunkTokens !== undefined || chunkOverlap !== undefined
  const parts = [
    isGain ? 'To use the chosen setting:' : 'To try the chosen setting all the same:',
    configLines(setting).trimEnd(),
    k === undefined ? '' : `k has no setting: give --rrf-k ${k} to each search.`,
    isAboutChunks ? "'recallite index' then cuts all chunks again." : '',
  ]
  return parts.filter((part) => part !== '').map((part) => part.split('\n'))
}

function withoutEmpty(values: object): object | undefined {
  const stated = Object.entries(values).filter(([, value]) => value !== undefined)
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}
