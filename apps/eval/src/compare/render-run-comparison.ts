import { printable } from '@recallite/command-line'
import { countOf, figure, probability, queryWords, signedWithInterval } from '../render/figures.js'
import { padEndTo, widestOf, wrap } from '../render/text-tables.js'
import type { RunComparison, RunLabel } from './compare-runs.js'
import type { ApartQueries, ComparedQuery, Comparison, Unpaired } from './comparison.js'
import { renderQuery } from './render-query.js'

/** How to show a comparison to people. */
export interface ComparisonLook {
  /** In columns. */
  readonly width: number
  /** The most queries that got worse, and the most that got better. */
  readonly limit: number
  /** How many comparisons are told together, for which p is corrected. */
  readonly family: number
}

const mostIds = 5

const apartWords: readonly (readonly [group: keyof ApartQueries, words: string])[] = [
  ['onlyFirst', 'only in the first run'],
  ['onlySecond', 'only in the second run'],
  ['otherText', 'asked in other words'],
  ['otherJudgements', 'judged otherwise'],
  ['unanswerable', 'that no document answers'],
]

const unknownSetting = 'not known'

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

function listed(ids: readonly string[]): string {
  const more = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''
  return `${ids.slice(0, mostIds).join(', ')}${more}`
}

function apartLines(apart: ApartQueries): string[] {
  return apartWords.flatMap(([group, words]) => {
    const ids = apart[group]
    return ids.length === 0
      ? []
      : [`Not compared: ${countOf(ids.length, queryWords)} ${words}: ${listed(ids)}`]
  })
}

function headline({ suite, strategies, queries, measure }: Comparison): string {
  const { first, second } = strategies
  const pair = first === second ? first : `${first} → ${second}`
  return `${suite}, ${pair}: ${measure} of ${countOf(queries.length, queryWords)}`
}

function figureLines({ means, counts }: Comparison, family: number): string[] {
  if (!means) return ['Nothing can be compared.']
  const { first, second, difference, interval, p, adjustedP } = means
  const corrected = family > 1 ? `; ${probability(adjustedP)} corrected for ${family} comparisons` : ''
  return [
    `${figure(first)} → ${figure(second)}: ${signedWithInterval(difference, interval)}, ${probability(p)}${corrected}`,
    `${counts.better} better, ${counts.same} the same, ${counts.worse} worse`,
  ]
}

function directionLines(
  word: string,
  queries: readonly ComparedQuery[],
  { width, limit }: ComparisonLook,
): string[] {
  if (queries.length === 0) return []
  const cut = queries.length > limit ? `, the first ${limit} of ${queries.length} (--limit shows more)` : ''
  return [
    '',
    `${word}${cut}`,
    ...queries.slice(0, limit).flatMap((query) => ['', ...renderQuery(query, width)]),
  ]
}

/** One suite with a strategy of each run: figures, what is not compared, then what got worse and better, and why. */
function renderComparison(comparison: Comparison, look: ComparisonLook): string {
  const { queries, apart, isSameCorpus } = comparison
  const told = [
    headline(comparison),
    ...figureLines(comparison, look.family),
    ...(isSameCorpus === false ? ['The documents differ between the runs.'] : []),
    ...apartLines(apart),
  ]
  const lines = [
    ...told.flatMap((line) => wrap(printable(line), look.width)),
    ...directionLines(
      'Worse',
      queries.filter(({ difference }) => difference < 0),
      look,
    ),
    ...directionLines(
      'Better',
      queries.filter(({ difference }) => difference > 0),
      look,
    ),
  ]
  return `${lines.join('\n')}\n`
}
