import { minDiffering } from '../summary/compare-strategies.js'
import type { Estimate, RunVerdict, StrategyVerdict } from '../summary/judge-run.js'
import { formatCount } from './figures.js'

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * A verdict in words: `On these 174 questions convex and weighted are not significantly different from recallite; openclaw-2026.2
 * is worse by .28 ± .05 (found@limit, the share of queries with an answer in the results; recallite: .92 ± .04).`
 */
export function describeVerdict(verdict: RunVerdict): string {
  const { measure, baseline, queries, suites, own: estimate, comparisons, knownItems } = verdict
  if (!estimate) return 'Nothing can be measured: no question has an answer.'
  const questions = queries === 1 ? 'this question' : `these ${formatCount(queries)} questions`
  const of = suites > 1 ? ` of ${suites} suites` : ''
  const counted = `${measure}, the share of queries with an answer in the results`
  const same = comparisons.filter((each) => each.verdict === 'same').map(({ strategy }) => strategy)
  const are = same.length === 1 ? 'is' : 'are'
  const areWorse = comparisons.every((each) => each.verdict === 'worse')
  const clauses = [
    ...clause(comparisons, 'better', ` than ${baseline}`),
    ...(same.length > 0 ? [`${names.format(same)} ${are} not significantly different from ${baseline}`] : []),
    ...clause(comparisons, 'worse', areWorse ? ` than ${baseline}` : ''),
  ]
  const outcome =
    comparisons.length === 0
      ? `${baseline} reaches ${figures(estimate)} (${counted}); no other strategy ran.`
      : `${clauses.join('; ')} (${counted}; ${baseline}: ${figures(estimate)}).`
  const advice = knownItems.length > 0 ? ` ${describeKnownItems(knownItems)}` : ''
  return `On ${questions}${of} ${outcome}${advice}`
}

/** The limits of questions that were cut out of the notes that answer them. */
export function describeKnownItems(suites: readonly string[]): string {
  return `The questions of ${names.format(suites)} are parts of the notes: they use the same words, so they are easier than real questions and favour keyword search. Use them to compare settings, not to judge how good search is.`
}

/** The smallest significant difference for a number of questions. */
export function describePower(questions: number): string {
  const bound = questions < minDiffering ? '' : ` below ${brief(minDiffering / questions)}`
  return `With ${formatCount(questions)} questions, no difference${bound} between two strategies is significant: one must answer at least ${minDiffering} that the other does not, and more if the other also answers some that the first does not (paired randomisation test, p < 0.05).`
}

/** The strategies with this verdict, largest difference first. */
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

/** An unsigned estimate: `.28 ± .05`. */
function figures({ mean, margin }: Estimate): string {
  return `${brief(mean)} ± ${brief(margin, mean)}`
}

/** An unsigned share with two decimals, or three if it, or `of`, is below .01. */
function brief(value: number, of = value): string {
  const decimals = Math.abs(of) < 0.01 && of !== 0 ? 3 : 2
  return Math.abs(value).toFixed(decimals).replace(/^0\./u, '.')
}
