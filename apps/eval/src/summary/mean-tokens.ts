import { comparedLimits } from '../measures/answer-measures.js'
import type { Answer } from '../run/run.js'
import { mean } from '../statistics/descriptive.js'
import type { MeanTokens } from './row.js'

/** How long the text that an agent is given is; null if that is not known for every answer. */
export function meanTokens(answers: readonly Pick<Answer, 'given' | 'unfiltered'>[]): MeanTokens | null {
  const meanOf = (read: (answer: Pick<Answer, 'given' | 'unfiltered'>) => number | undefined) =>
    mean(Float64Array.from(answers, (answer) => read(answer) ?? NaN))
  const shown = meanOf(({ given }) => given?.tokens)
  const results = comparedLimits.map((limit) => {
    const withResults = ({ given, unfiltered }: Pick<Answer, 'given' | 'unfiltered'>) =>
      unfiltered?.results.slice(0, limit).at(-1)?.tokens ?? given?.tokens
    return [limit, meanOf(withResults)]
  })
  return shown === null || Number.isNaN(shown) ? null : { shown, results: Object.fromEntries(results) }
}
