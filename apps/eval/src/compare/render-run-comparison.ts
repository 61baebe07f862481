import { printable } from '@recallite/command-line'
import { padEndTo, widestOf, wrap } from '../render/fit-text.js'
import type { Unpaired } from './comparison.js'
import { renderComparison, type ComparisonLook } from './render-comparison.js'
import type { RunComparison, RunLabel } from './run-comparison.js'

const unknownSetting = 'not known'

function runLine(which: string, { file, version, startedAt }: RunLabel): string {
  const made = version === null ? `imported ${startedAt}` : `of ${startedAt}, version ${version}`
  return `${which}  ${file}, ${made}`
}

function settingLines({ settings }: RunComparison): string[] {
  if (settings.length === 0) return ['Settings are the same.']
  const width = widestOf(settings.map(({ name }) => name))
  const lines = settings.map(
    ({ name, first, second }) =>
      `  ${padEndTo(name, width)}  ${first ?? unknownSetting} → ${second ?? unknownSetting}`,
  )
  return ['Settings differ:', ...lines]
}

function unpairedLines(what: string, { onlyFirst, onlySecond }: Unpaired): string[] {
  const line = (names: readonly string[], which: string) =>
    names.length === 0 ? [] : [`Not compared: ${what} only in the ${which} run: ${names.join(', ')}`]
  return [...line(onlyFirst, 'first'), ...line(onlySecond, 'second')]
}

/** Two runs for people: which they are, the settings that differ, then each comparison. */
export function renderRunComparison(
  comparison: RunComparison,
  { width, limit }: Omit<ComparisonLook, 'family'>,
): string {
  const { first, second, suites, strategies, comparisons } = comparison
  const head = [
    runLine('first ', first),
    runLine('second', second),
    ...settingLines(comparison),
    ...unpairedLines('suites', suites),
    ...(strategies ? unpairedLines('strategies', strategies) : []),
  ]
  const look = { width, limit, family: comparisons.length }
  const parts = comparisons.map((each) => renderComparison(each, look))
  return [`${head.flatMap((line) => wrap(printable(line), width)).join('\n')}\n`, ...parts].join('\n')
}
