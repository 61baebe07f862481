import { defaultStrategyName } from '@recallite/fusion'
import { stringify } from 'yaml'
import { figure, probability, signed, signedWithInterval } from '../render/figures.js'
import { type Table, renderText } from '../render/text-tables.js'
import type { CrossValidation, PairedGain } from './cross-validate.js'
import { type Setting, defaultValues, describeSetting, withoutDefaults } from './setting.js'
import type { Sweep, TriedSetting } from './sweep.js'

const level = 0.05

const advice: Readonly<Record<Verdict, string>> = {
  gain: 'better than the default, also for queries that had no part in choosing it',
  none: 'not distinguishable from the default, keep the defaults',
  loss: 'worse than the default, keep the defaults',
}

const mostLines = 15

/** A sweep for people: the settings, best first; whether any should be chosen; and if so, what to write where. */
export function renderSweep(sweep: Sweep): string {
  const { tried, validation } = sweep
  const setting = tried[validation.chosen]?.setting
  const isDefault = validation.chosen === 0 || !setting
  const usage = isDefault ? [] : ['', ...usageLines(setting, judgeGain(validation.gain) === 'gain')]
  return `${renderText(tableOf(sweep))}\n${[...verdictLines(validation), ...usage].join('\n')}\n`
}

/**
 * The lines of a YAML settings file that make a setting hold, as far as `recallite` has settings for it; empty for the
 * default. Weights come with the name of their fusion, `convex` too: alone they would mean `weighted`.
 */
export function configLines(setting: Setting): string {
  const stated = statedValues(setting)
  const { fusion, vectorWeight, textWeight, candidateMultiplier, minScore } = stated
  const hybrid = withoutEmpty({ vectorWeight, textWeight, candidateMultiplier })
  const settings = withoutEmpty({
    query: withoutEmpty({ fusion, hybrid, minScore }),
    chunking: chunkingOf(stated),
  })
  return Object.keys(settings).length === 0 ? '' : stringify(settings)
}

/** What a setting has that no settings file can say, a sentence each, with the way that there is. */
export function withoutSetting(setting: Setting): string[] {
  const { k, normalization } = withoutDefaults(setting)
  return [
    ...(k === undefined ? [] : [`k has no setting: give --rrf-k ${k} to each search.`]),
    ...(normalization === undefined
      ? []
      : [
          `normalization has neither setting nor flag: a program with @recallite/core searches with { scaling: { normalization: { keyword: '${normalization}' } } }.`,
        ]),
  ]
}

/** The flags of `recallite search` that make a setting hold for one search; normalization and chunking have none. */
export function searchFlags(setting: Setting): string {
  const stated = statedValues(setting)
  const flags: readonly (readonly [flag: string, value: string | number | undefined])[] = [
    ['--fusion', stated.fusion],
    ['--vector-weight', stated.vectorWeight],
    ['--text-weight', stated.textWeight],
    ['--rrf-k', stated.k],
    ['--candidate-multiplier', stated.candidateMultiplier],
    ['--min-score', stated.minScore],
  ]
  return flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${value}`])).join(' ')
}

/** Whether a setting has values that `recallite search` takes no flag for. */
export function needsConfig(setting: Setting): boolean {
  const { normalization, chunkTokens, chunkOverlap } = withoutDefaults(setting)
  return [normalization, chunkTokens, chunkOverlap].some((value) => value !== undefined)
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

interface Placed extends TriedSetting {
  /** Its position among the settings; 0 is the default. */
  readonly position: number
}

function bestFirst({ tried }: Sweep): Placed[] {
  const placed = tried.map((each, position) => ({ ...each, position }))
  return placed.toSorted((a, b) => b.mean - a.mean || a.position - b.position)
}

/** The best ones, and the default wherever it stands. */
function shownSettings(sorted: readonly Placed[]): Placed[] {
  return [...sorted.slice(0, mostLines), ...sorted.slice(mostLines).filter(({ position }) => position === 0)]
}

function toCells(
  { setting, mean, interval: [low, high], position }: Placed,
  { validation }: Sweep,
): string[] {
  const { chosen, timesChosen } = validation
  return [
    `${describeSetting(setting)}${position === chosen ? ' *' : ''}`,
    figure(mean),
    `${figure(low)}–${figure(high)}`,
    String(timesChosen[position] ?? 0),
  ]
}

function tableOf(sweep: Sweep): Table {
  const sorted = bestFirst(sweep)
  const shown = shownSettings(sorted)
  const left = sorted.length - shown.length
  const more = left > 0 ? ` ${left} more with --json.` : ''
  return {
    title: `${sorted.length} settings, ${sweep.validation.queries} queries, best first`,
    head: ['setting', sweep.measure, '95 %', 'folds'],
    lines: shown.map((each) => toCells(each, sweep)),
    note: `* what all queries choose. Figures are of the queries that choose. folds: how many chose it by the others.${more}`,
  }
}

function usageLines(setting: Setting, isGain: boolean): string[] {
  const flags = searchFlags(setting)
  const isAboutChunks = setting.chunkTokens !== undefined || setting.chunkOverlap !== undefined
  const search = needsConfig(setting) ? 'For one search, as far as there are flags:' : 'For one search:'
  const config = configLines(setting).trimEnd()
  return [
    isGain ? 'To use the chosen setting:' : 'To try the chosen setting all the same:',
    '',
    ...(config === '' ? [] : [config, '']),
    ...withoutSetting(setting),
    ...(isAboutChunks ? ["Chunks are cut anew by 'recallite index'."] : []),
    ...(flags === '' ? [] : [`${search} recallite search "…" ${flags}`]),
  ]
}

/** What has to be said for a setting to hold: what differs, and the fusion that weights and `k` are meant for. */
function statedValues(setting: Setting): Setting {
  const stated = withoutDefaults(setting)
  const isAboutFusion = stated.vectorWeight !== undefined || stated.textWeight !== undefined
  return isAboutFusion ? { fusion: defaultStrategyName, ...stated } : stated
}

function isSaid(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined
}

function withoutEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)))
}

/** Chunks as they were measured: without its overlap the program gives a small chunk size another one. */
function chunkingOf({ chunkTokens, chunkOverlap }: Setting): Record<string, unknown> {
  const { chunkOverlap: usualOverlap } = defaultValues()
  const overlap = chunkTokens === undefined ? chunkOverlap : (chunkOverlap ?? usualOverlap)
  return withoutEmpty({ tokens: chunkTokens, overlap })
}

/** What becomes of a held-out gain: it is one, it is none that can be told, or it is a loss. */
type Verdict = 'gain' | 'none' | 'loss'

/** Whether a difference can be told from none: by its interval and by its p both. */
function judgeGain({ interval: [low, high], p }: PairedGain): Verdict {
  if (p > level) return 'none'
  if (low > 0) return 'gain'
  return high < 0 ? 'loss' : 'none'
}

function agreement({ folds, chosen, timesChosen }: CrossValidation): string {
  return `${timesChosen[chosen] ?? 0} of ${folds} folds chose it`
}
