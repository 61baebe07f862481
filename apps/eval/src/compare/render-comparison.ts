import { printable } from '@recallite/command-line'
import { countOf, figure, queryWords } from '../render/figures.js'
import { wrap } from '../render/fit-text.js'
import { probability, signedWithInterval } from '../render/signed.js'
import type { ApartQueries, ComparedQuery, Comparison } from './comparison.js'
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

function listed(ids: readonly string[]): string {
  const more = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''
  return `${ids.slice(0, mostIds).join(', ')}${more}`
}

const apartWords: readonly (readonly [group: keyof ApartQueries, words: string])[] = [
  ['onlyFirst', 'only in the first run'],
  ['onlySecond', 'only in the second run'],
  ['otherText', 'asked in other words'],
  ['otherJudgements', 'judged otherwise'],
  ['unanswerable', 'that no document answers'],
]

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
export function renderComparison(comparison: Comparison, look: ComparisonLook): string {
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
