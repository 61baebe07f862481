import { figure } from '../render/figures.js'
import { renderText, type Table } from '../render/tables.js'
import { configLines, needsConfig, searchFlags, withoutSetting } from './config-lines.js'
import { describeSetting, type Setting } from './setting.js'
import type { Sweep, TriedSetting } from './sweep.js'
import { judgeGain, verdictLines } from './verdict.js'

const mostLines = 15

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

/** A sweep for people: the settings, best first; whether any should be chosen; and if so, what to write where. */
export function renderSweep(sweep: Sweep): string {
  const { tried, validation } = sweep
  const setting = tried[validation.chosen]?.setting
  const isDefault = validation.chosen === 0 || !setting
  const usage = isDefault ? [] : ['', ...usageLines(setting, judgeGain(validation.gain) === 'gain')]
  return `${renderText(tableOf(sweep))}\n${[...verdictLines(validation), ...usage].join('\n')}\n`
}
