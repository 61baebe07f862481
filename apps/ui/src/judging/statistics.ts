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
