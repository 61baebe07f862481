import { printable } from '@recallite/command-line'
import { countOf, figure, listSome, probability, queryWords, signedWithInterval } from '../render/figures.js'
import { padEndTo, widestOf, wrap } from '../render/text-tables.js'
import type { ComparedQuery } from './compare-query.js'
import type { Comparison, RunComparison } from './compare-runs.js'
import { renderQuery } from './render-query.js'

interface ComparisonLook {
  /** In columns. */
  readonly width: number
  /** The most queries that got worse, and the most that got better. */
  readonly limit: number
}

const mostIds = 5

const apartWords: readonly (readonly [group: keyof Comparison['apart'], words: string])[] = [
  ['onlyFirst', 'only in the first run'],
  ['onlySecond', 'only in the second run'],
  ['otherText', 'asked in other words'],
  ['otherJudgements', 'judged otherwise'],
  ['unanswerable', 'that no document answers'],
]

/** Two runs as text: their names, the settings that differ, then each comparison. */
export function renderRunComparison(comparison: RunComparison, look: ComparisonLook): string {
  const { first, second, suites, strategies, comparisons } = comparison
  const head = [
    runLine('first ', first),
    runLine('second', second),
    ...settingLines(comparison),
    ...unpairedLines('suites', suites),
    ...(strategies ? unpairedLines('strategies', strategies) : []),
  ]
  const parts = comparisons.map((each) => renderComparison(each, look, comparisons.length))
  return [`${wrapAll(head, look.width).join('\n')}\n`, ...parts].join('\n')
}

function wrapAll(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => wrap(printable(line), width))
}

function runLine(which: string, { file, version, startedAt }: RunComparison['first']): string {
  const made = version === null ? `imported ${startedAt}` : `of ${startedAt}, version ${version}`
  return `${which}  ${file}, ${made}`
}

function settingLines({ settings }: RunComparison): string[] {
  if (settings.length === 0) return ['Settings are the same.']
  const width = widestOf(settings.map(({ name }) => name))
  const lines = settings.map(
    ({ name, first, second }) =>
      `  ${padEndTo(name, width)}  ${first ?? 'not known'} → ${second ?? 'not known'}`,
  )
  return ['Settings differ:', ...lines]
}

function unpairedLines(what: string, { onlyFirst, onlySecond }: RunComparison['suites']): string[] {
  const line = (names: readonly string[], which: string) =>
    names.length === 0 ? [] : [`Not compared: ${what} only in the ${which} run: ${names.join(', ')}`]
  return [...line(onlyFirst, 'first'), ...line(onlySecond, 'second')]
}

/** @param family the number of comparisons for which p is corrected */
function renderComparison(comparison: Comparison, look: ComparisonLook, family: number): string {
  const { suite, strategies, measure, queries, apart, isSameCorpus } = comparison
  const { first, second } = strategies
  const pair = first === second ? first : `${first} → ${second}`
  const head = [
    `${suite}, ${pair}: ${measure} of ${countOf(queries.length, queryWords)}`,
    ...figureLines(comparison, family),
    ...(isSameCorpus === false ? ['The documents differ between the runs.'] : []),
    ...apartLines(apart),
  ]
  const worse = queries.filter(({ difference }) => difference < 0)
  const better = queries.filter(({ difference }) => difference > 0)
  const lines = [
    ...wrapAll(head, look.width),
    ...queryLines('Worse', worse, look),
    ...queryLines('Better', better, look),
  ]
  return `${lines.join('\n')}\n`
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

function apartLines(apart: Comparison['apart']): string[] {
  return apartWords.flatMap(([group, words]) => {
    const ids = apart[group]
    if (ids.length === 0) return []
    return [`Not compared: ${countOf(ids.length, queryWords)} ${words}: ${listSome(ids, mostIds)}`]
  })
}

function queryLines(word: string, queries: readonly ComparedQuery[], { width, limit }: ComparisonLook) {
  if (queries.length === 0) return []
  const cut = queries.length > limit ? `, the first ${limit} of ${queries.length} (--limit shows more)` : ''
  const shown = queries.slice(0, limit).flatMap((query) => ['', ...renderQuery(query, width)])
  return ['', `${word}${cut}`, ...shown]
}
