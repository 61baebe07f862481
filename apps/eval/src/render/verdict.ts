import { minDiffering } from '../summary/compare-strategies.js'
import type { Estimate, RunVerdict, StrategyVerdict } from '../summary/judge-run.js'
import { formatCount } from './figures.js'

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * A verdict in words: `By these 174 questions convex and weighted cannot be told apart from recallite; openclaw-2026.2 is worse
 * by .28 ± .05 (found@limit, the share with an answer among what is shown; recallite: .92 ± .04).`
 */
export function describeVerdict(verdict: RunVerdict): string {
  const { measure, baseline, queries, suites, own: estimate, comparisons, knownItems } = verdict
  if (!estimate) return 'No question can be measured: no document answers any.'
  const questions = queries === 1 ? 'this question' : `these ${formatCount(queries)} questions`
  const of = suites > 1 ? ` of ${suites} suites` : ''
  const counted = `${measure}, the share with an answer among what is shown`
  const same = comparisons.filter((each) => each.verdict === 'same').map(({ strategy }) => strategy)
  // Only the first clause names the baseline.
  const areWorse = comparisons.every((each) => each.verdict === 'worse')
  const clauses = [
    ...clause(comparisons, 'better', ` than ${baseline}`),
    ...(same.length > 0 ? [`${names.format(same)} cannot be told apart from ${baseline}`] : []),
    ...clause(comparisons, 'worse', areWorse ? ` than ${baseline}` : ''),
  ]
  const outcome =
    comparisons.length === 0
      ? `${baseline} reaches ${figures(estimate)} (${counted}); no other strategy was asked.`
      : `${clauses.join('; ')} (${counted}; ${baseline}: ${figures(estimate)}).`
  const advice = knownItems.length > 0 ? ` ${describeKnownItems(knownItems)}` : ''
  return `By ${questions}${of} ${outcome}${advice}`
}

/** What questions can show that were cut out of the notes that answer them. */
export function describeKnownItems(suites: readonly string[]): string {
  return `The questions of ${names.format(suites)} were cut out of the notes themselves: they use the notes' own words, so they are easier than people's questions and favour keyword search. Use them to compare settings, not to judge how good search is.`
}

/** The smallest difference that a number of questions can show. */
export function describePower(questions: number): string {
  const bound = questions < minDiffering ? '' : ` of less than ${brief(minDiffering / questions)}`
  return `With ${formatCount(questions)} questions no difference${bound} between two strategies can be told from chance: one must answer at least ${minDiffering} that the other does not, and more if the reverse occurs too (paired randomisation test, p < 0.05).`
}

/** The strategies with a verdict, the greatest difference first. */
function clause(
  comparisons: readonly StrategyVerdict[],
  verdict: 'better' | 'worse',
  than: string,
): string[] {
  const group = comparisons.filter((each) => each.verdict === verdict)
  const [first, ...others] = group.toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean))
  if (!first) return []
  const parts = others.map((each) => `${each.strategy} by ${figures(each)}`)
  return [[`${first.strategy} is ${verdict}${than} by ${figures(first)}`, ...parts].join(', ')]
}

/** An estimate without its sign: `.28 ± .05`. */
function figures({ mean, margin }: Estimate): string {
  return `${brief(mean)} ± ${brief(margin, mean)}`
}

/** A share without its sign, in hundredths, or in thousandths if it, or `of`, is below .01. */
function brief(value: number, of = value): string {
  const decimals = Math.abs(of) < 0.01 && of !== 0 ? 3 : 2
  return Math.abs(value).toFixed(decimals).replace(/^0\./u, '.')
}
