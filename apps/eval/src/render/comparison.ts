import { firstOf, printable } from '@recallite/command-line'
import type { ComparedQuery, Comparison, RunComparison, Standing } from '../compare/compare-runs.js'
import type { RunContribution } from '../run/run.js'
import { countOf, figure, probability, queryWords, signedWithInterval } from './figures.js'
import { shorten, tableOf, type Part, type Table } from './table.js'

interface ComparisonLook {
  readonly width: number
  /** The maximum number of worse queries, and of improved ones. */
  readonly limit: number
}

const significantDigits = 3

/** The width of the columns after the query. */
const figuresWidth = 34

const apartWords: readonly (readonly [group: keyof Comparison['apart'], words: string])[] = [
  ['onlyFirst', 'only in the first run'],
  ['onlySecond', 'only in the second run'],
  ['changed', 'with a different text or grades'],
  ['unanswerable', 'without an answer'],
]

/** The two runs and their different settings, then each comparison with its worse and improved queries. */
export function comparisonParts(comparison: RunComparison, look: ComparisonLook): Part[] {
  const parts = comparison.comparisons.flatMap((each): Part[] => [
    describeComparison(each, comparison),
    ...queryTables(each, comparison.measure, look),
  ])
  return [describeRuns(comparison), ...parts]
}

/** The names of two runs, their different settings, and what only one of them has. */
export function describeRuns({ first, second, settings, notCompared }: RunComparison): string[] {
  const named = { first, second }
  return [
    ...Object.entries(named).map(
      ([which, { file, version, startedAt }]) => `${which}: ${file}, of ${startedAt}, version ${version}`,
    ),
    settings.length === 0 ? 'Settings are the same.' : 'Settings differ:',
    ...settings.map(
      ({ name, first: before, second: after }) => `- ${name}: ${before ?? 'none'} → ${after ?? 'none'}`,
    ),
    ...(notCompared.length > 0 ? [`Not compared (in one run only): ${notCompared.join(', ')}`] : []),
  ]
}

/** The title of a comparison, the difference with p (also corrected for all comparisons), and counts of queries. */
export function describeComparison(
  { suite, strategies: { first, second }, means, counts, queries, apart, isSameCorpus }: Comparison,
  { measure, comparisons: { length: family } }: Pick<RunComparison, 'measure' | 'comparisons'>,
): string[] {
  const pair = first === second ? first : `${first} → ${second}`
  return [
    `${suite}, ${pair}: ${measure} of ${countOf(queries.length, queryWords)}`,
    ...(means ? [describeMeans(means, family)] : ['Nothing can be compared.']),
    ...(means ? [`${counts.better} better, ${counts.same} the same, ${counts.worse} worse`] : []),
    ...(isSameCorpus ? [] : ['The documents differ between the runs.']),
    ...apartWords.flatMap(([group, words]) => {
      const ids = apart[group]
      if (ids.length === 0) return []
      return [`Not compared: ${countOf(ids.length, queryWords)} ${words}: ${firstOf(ids)}`]
    }),
  ]
}

function describeMeans(
  { first, second, difference, interval }: NonNullable<Comparison['means']>,
  family: number,
) {
  const corrected =
    family > 1 ? `; ${probability(difference.adjustedP)} corrected for ${family} comparisons` : ''
  const change = `${signedWithInterval(difference.mean, interval)}, ${probability(difference.p)}${corrected}`
  return `${figure(first)} → ${figure(second)}: ${change}`
}

/** A line per changed query; below it, the scores of its document in both runs. */
function queryTables({ queries }: Comparison, measure: string, { width, limit }: ComparisonLook): Table[] {
  const groups = {
    Worse: queries.filter(({ difference }) => difference < 0),
    Better: queries.filter(({ difference }) => difference > 0),
  }
  const nameOf = ({ id, kind, text }: ComparedQuery) =>
    shorten(printable(`${kind === '' ? id : `${id} (${kind})`}: ${text}`), Math.max(1, width - figuresWidth))
  return Object.entries(groups).flatMap(([word, group]) => {
    if (group.length === 0) return []
    const listed = group.slice(0, limit)
    const cut = group.length > limit ? `, the first ${limit} of ${group.length} (--limit shows more)` : ''
    const details = listed.map(({ first, second }) => [
      ['first ', explainStanding(first)] as const,
      ['second', explainStanding(second)] as const,
    ])
    return tableOf({ title: `${word}${cut}`, details }, listed, [
      ['query', nameOf],
      [measure, ({ first, second }) => `${figure(first.value)} → ${figure(second.value)}`],
      ['rank', describeMove],
    ])
  })
}

/** The rank of the first relevant document in both runs: `found at 1`, `lost from 3`, `4 → 1`. */
function describeMove({ first: { rank: before }, second: { rank: after } }: ComparedQuery): string {
  if (before === after) return before === null ? 'not found' : `stays at ${before}`
  if (before === null) return `found at ${after}`
  return after === null ? `lost from ${before}` : `${before} → ${after}`
}

/** Explains a score: `ada.md: score 0.51 = keyword 0.31 (rank 1, raw 7.2) + vector 0.2 (rank 3, raw 0.41), confidence 0.51`. */
function explainStanding({ rank, document, score, confidence, withheld }: Standing): string {
  const reason = withheld === null ? '' : `: ${withheld}`
  if (document === null) return `nothing${reason || `, confidence ${brief(confidence)}`}`
  const begin = rank === null ? `no answer${reason}; first ${document}` : document
  if (!score) return begin
  const parts = score.contributions.map(describePart).join(' + ')
  return `${begin}: score ${brief(score.score)} = ${parts}, confidence ${brief(score.confidence)}`
}

function describePart({ source, rank, raw, value, coverage }: RunContribution): string {
  const facts = [
    ...(rank === null ? [] : [`rank ${rank}`]),
    raw === null ? 'no raw score' : `raw ${brief(raw)}`,
    ...(coverage === undefined ? [] : [`coverage ${brief(coverage)}`]),
  ]
  return `${source} ${brief(value)} (${facts.join(', ')})`
}

const brief = (value: number): string => String(Number(value.toPrecision(significantDigits)))
