import type { Estimate, RunVerdict, StrategyVerdict } from '../summary/judge-run.js'
import { countOf, queryWords } from './figures.js'

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * A verdict in one sentence: `convex and weighted cannot be told apart from recallite; openclaw-2026.2 is worse by .28 ± .05
 * (found@limit of 174 queries; recallite: .92 ± .04).`
 */
export function describeVerdict(verdict: RunVerdict): string {
  const { measure, baseline, queries, suites, own, comparisons } = verdict
  if (!own) return 'No query can be measured: no document answers any.'
  const among = suites > 1 ? ` of ${suites} suites` : ''
  const asked = `${measure} of ${countOf(queries, queryWords)}${among}`
  if (comparisons.length === 0) {
    return `${baseline} reaches ${figures(own)} (${asked}); no other strategy was asked.`
  }
  const clauses = [
    ...clause(comparisons, 'better', baseline),
    ...sameClause(comparisons, baseline),
    ...clause(comparisons, 'worse', baseline),
  ]
  return `${clauses.join('; ')} (${asked}; ${baseline}: ${figures(own)}).`
}

/** The strategies of one verdict, the greatest difference first. */
function ofVerdict(comparisons: readonly StrategyVerdict[], verdict: StrategyVerdict['verdict']) {
  return comparisons
    .filter((each) => each.verdict === verdict)
    .toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean))
}

function clause(
  comparisons: readonly StrategyVerdict[],
  verdict: 'better' | 'worse',
  baseline: string,
): string[] {
  const [first, ...others] = ofVerdict(comparisons, verdict)
  if (!first) return []
  // Only the first clause of the sentence has to name the baseline.
  const isFirst = verdict === 'better' || comparisons.every((each) => each.verdict === 'worse')
  const than = isFirst ? ` than ${baseline}` : ''
  const parts = others.map((each) => `${each.strategy} by ${figures(each)}`)
  return [[`${first.strategy} is ${verdict}${than} by ${figures(first)}`, ...parts].join(', ')]
}

function sameClause(comparisons: readonly StrategyVerdict[], baseline: string): string[] {
  const same = comparisons.filter(({ verdict }) => verdict === 'same').map(({ strategy }) => strategy)
  return same.length === 0 ? [] : [`${names.format(same)} cannot be told apart from ${baseline}`]
}

/** An estimate without its sign, in hundredths, or in thousandths where it is less than one: `.28 ± .05`. */
function figures({ mean, margin }: Estimate): string {
  const decimals = Math.abs(mean) < 0.01 && mean !== 0 ? 3 : 2
  const shorten = (value: number) => value.toFixed(decimals).replace(/^0\./u, '.')
  return `${shorten(Math.abs(mean))} ± ${shorten(margin)}`
}
