import { percent } from '../elements.js'

/** Whether a document that answers a query is among the results: under the memory's settings, and as they stand on the page. */
export interface Outcome {
  readonly present: boolean
  readonly tuned: boolean
}

/** A share of hits with its confidence interval: `75 % (9 of 12; 95 % confidence: 47 % to 91 %)`. */
export function describeRate(hits: readonly boolean[]): string {
  const [count, all] = [hits.filter(Boolean).length, hits.length]
  const [low, high] = wilsonInterval(count, all).map(percent)
  return `${percent(count / all)} (${count} of ${all}; 95 % confidence: ${low} to ${high})`
}

/** Whether the slid settings are better, as far as the questions on which the two differ can tell. */
export function describeDifference(known: readonly Outcome[]): string {
  const better = known.filter(({ present, tuned }) => tuned && !present).length
  const worse = known.filter(({ present, tuned }) => present && !tuned).length
  const by = `By ${known.length === 1 ? 'this question' : `these ${known.length} questions`}`
  const probability = signTest(better, worse)
  const changes = `${better} more answered, ${worse} fewer; sign test: p = ${probability.toFixed(3)}`
  if (probability >= 0.05) return `${by} the two cannot be told apart (${changes}).`
  return `${by} the slid settings are ${better > worse ? 'better' : 'worse'} (${changes}).`
}

/** The 97.5 % quantile of the normal distribution: 95 % lie within as many standard deviations on both sides. */
const z = 1.959963984540054

/**
 * The 95 % confidence interval of a share, for any number of questions: Wilson, Probable Inference, the Law of Succession, and
 * Statistical Inference, 1927: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
 */
export function wilsonInterval(hits: number, count: number): readonly [low: number, high: number] {
  const share = hits / count
  const centre = share + z ** 2 / (2 * count)
  const spread = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  const scale = 1 + z ** 2 / count
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)]
}

/**
 * How probable a difference at least as uneven is where neither side is better, by the questions that differ alone: the exact
 * two-sided sign test (Arbuthnot 1710; of pairs of yes and no McNemar 1947), 2 · P(X ≤ min), X binomial with ½, at most 1.
 */
export function signTest(better: number, worse: number): number {
  const count = better + worse
  let [probability, sum] = [0.5 ** count, 0]
  for (let successes = 0; successes <= Math.min(better, worse); successes += 1) {
    sum += probability
    probability *= (count - successes) / (successes + 1)
  }
  return Math.min(1, 2 * sum)
}
