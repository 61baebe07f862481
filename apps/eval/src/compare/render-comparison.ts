import { firstOf, printable } from '@recallite/command-line'
import { countOf, figure, probability, queryWords, signedWithInterval } from '../render/figures.js'
import { padEndTo, shorten, widestOf, wrap } from '../render/text-tables.js'
import type { KeptContribution } from '../run/run.js'
import type { ComparedQuery, Comparison, RunComparison, Standing } from './compare-runs.js'

interface ComparisonLook {
  readonly width: number
  /** The most queries that got worse, and the most that got better. */
  readonly limit: number
}

const significantDigits = 3

const apartWords: readonly (readonly [group: keyof Comparison['apart'], words: string])[] = [
  ['onlyFirst', 'only in the first run'],
  ['onlySecond', 'only in the second run'],
  ['changed', 'asked or judged otherwise'],
  ['unanswerable', 'that no document answers'],
]

/** Two runs as text: their names, the settings that differ, then each comparison. */
export function renderComparison(comparison: RunComparison, look: ComparisonLook): string {
  const parts = comparison.comparisons.map((each) => {
    const about = describeComparison(each, comparison)
    const worse = each.queries.filter(({ difference }) => difference < 0)
    const better = each.queries.filter(({ difference }) => difference > 0)
    const tables = [...queryTable('Worse', worse, look), ...queryTable('Better', better, look)]
    return ['', ...wrapAll(about, look.width), ...tables]
  })
  return `${[...wrapAll(describeRuns(comparison), look.width), ...parts.flat()].join('\n')}\n`
}

/** The names of two runs, the settings that differ and what only one of them has, a line each. */
export function describeRuns({ first, second, settings, notCompared }: RunComparison): string[] {
  const width = widestOf(settings.map(({ name }) => name))
  return [
    runLine('first ', first),
    runLine('second', second),
    settings.length === 0 ? 'Settings are the same.' : 'Settings differ:',
    ...settings.map(
      ({ name, first: before, second: after }) =>
        `  ${padEndTo(name, width)}  ${before ?? 'not known'} → ${after ?? 'not known'}`,
    ),
    ...(notCompared.length > 0 ? [`Not compared, as only one run has it: ${notCompared.join(', ')}`] : []),
  ]
}

/** What is compared, the difference and how often it is for either side, a line each; p is corrected for all comparisons. */
export function describeComparison(
  { suite, strategies: { first, second }, means, counts, queries, apart, isSameCorpus }: Comparison,
  { measure, comparisons: { length: family } }: Pick<RunComparison, 'measure' | 'comparisons'>,
): string[] {
  const pair = first === second ? first : `${first} → ${second}`
  return [
    `${suite}, ${pair}: ${measure} of ${countOf(queries.length, queryWords)}`,
    ...(means ? figureLines(means, family) : ['Nothing can be compared.']),
    ...(means ? [`${counts.better} better, ${counts.same} the same, ${counts.worse} worse`] : []),
    ...(isSameCorpus === false ? ['The documents differ between the runs.'] : []),
    ...apartWords.flatMap(([group, words]) => {
      const ids = apart[group]
      if (ids.length === 0) return []
      return [`Not compared: ${countOf(ids.length, queryWords)} ${words}: ${firstOf(ids)}`]
    }),
  ]
}

/** How far up the first document that answers stands: `found at 1`, `lost from 3`, `4 → 1`. */
function describeMove({ first: { rank: before }, second: { rank: after } }: ComparedQuery): string {
  if (before === after) return before === null ? 'not found' : `stays at ${before}`
  if (before === null) return `found at ${after}`
  return after === null ? `lost from ${before}` : `${before} → ${after}`
}

/**
 * What a strategy made the score of: `ada.md: score 0.51 of keyword 0.31 (rank 1, raw 7.2) + vector 0.2 (rank 3, raw 0.41),
 * confidence 0.51`; of a document that does not answer with its rank.
 */
function explainStanding({ rank, document, score, confidence }: Standing): string {
  if (document === null) return `nothing${confidence === null ? '' : `, confidence ${brief(confidence)}`}`
  const begin = rank === null ? `none that answers; at 1 ${document}` : document
  if (!score) return begin
  const parts = score.contributions.map(describePart).join(' + ')
  return `${begin}: score ${brief(score.score)} of ${parts}, confidence ${brief(score.confidence)}`
}

function describePart({ source, rank, raw, value, coverage }: KeptContribution): string {
  const facts = [
    ...(rank === null ? [] : [`rank ${rank}`]),
    raw === null ? 'no raw score' : `raw ${brief(raw)}`,
    ...(coverage === undefined ? [] : [`coverage ${brief(coverage)}`]),
  ]
  return `${source} ${brief(value)} (${facts.join(', ')})`
}

const brief = (value: number): string => String(Number(value.toPrecision(significantDigits)))

function wrapAll(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => wrap(printable(line), width))
}

function runLine(which: string, { file, version, startedAt }: RunComparison['first']): string {
  const made = version === null ? `imported ${startedAt}` : `of ${startedAt}, version ${version}`
  return `${which}  ${file}, ${made}`
}

function figureLines(means: NonNullable<Comparison['means']>, family: number): string[] {
  const { first, second, difference, interval } = means
  const corrected =
    family > 1 ? `; ${probability(difference.adjustedP)} corrected for ${family} comparisons` : ''
  const change = `${signedWithInterval(difference.mean, interval)}, ${probability(difference.p)}${corrected}`
  return [`${figure(first)} → ${figure(second)}: ${change}`]
}

/** For each query a line with the measure, the rank and what is asked; below it how either run scored the document. */
function queryTable(word: string, queries: readonly ComparedQuery[], { width, limit }: ComparisonLook) {
  if (queries.length === 0) return []
  const shown = queries.slice(0, limit)
  const cut = queries.length > limit ? `, the first ${limit} of ${queries.length} (--limit shows more)` : ''
  const moves = widestOf(shown.map(describeMove))
  const rows = shown.flatMap((query) => {
    const { id, kind, text, first, second } = query
    const figures = `${figure(first.value)} → ${figure(second.value)}  ${padEndTo(describeMove(query), moves)}`
    const about = kind === '' ? id : `${id} (${kind})`
    return [
      '',
      shorten(printable(`${figures}  ${about}: ${text}`), width),
      ...standingLines('first ', first, width),
      ...standingLines('second', second, width),
    ]
  })
  return ['', `${word}${cut}`, ...rows]
}

function standingLines(which: string, standing: Standing, width: number): string[] {
  const lines = wrap(printable(explainStanding(standing)), width - which.length - 4)
  return lines.map((line, index) => `  ${index === 0 ? which : ' '.repeat(which.length)}  ${line}`)
}
