import { holm } from '../statistics/holm.js'
import { mean } from '../statistics/mean.js'
import { randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import type { Difference } from './row.js'
import type { Scores } from './score-answers.js'
import { seed } from './seed.js'

/** Scores of a strategy minus those of the baseline for the same queries, by the measures' names. */
export type PairedDifferences = ReadonlyMap<string, Float64Array>

/** The chance of any false verdict in a family of comparisons. */
const level = 0.05

const leastRounds = 10_000

/**
 * The smallest p-value that drawing signs can give is about 1/rounds, which the correction multiplies by up to the
 * number of comparisons: so many rounds that 0.01 can be reached in any family.
 */
const roundsPerComparison = 100

/** The differences of the queries at these positions that both were measured for. */
export function pairedDifferences(
  scores: Scores,
  baseline: Scores,
  positions: readonly number[],
): Float64Array {
  return Float64Array.from(
    positions.flatMap((position) => {
      const [own, other] = [scores[position], baseline[position]]
      return own === undefined || other === undefined ? [] : [own - other]
    }),
  )
}

function verdictOf(difference: number, adjustedP: number): Difference['verdict'] {
  if (adjustedP > level) return 'same'
  return difference > 0 ? 'better' : 'worse'
}

/**
 * Judges the mean differences in one table, which are one family: Holm's correction is over all of them. Gives for
 * each row of differences what it says of each measure; measures without a query are left out.
 */
export function judgeDifferences(rows: readonly PairedDifferences[]): Readonly<Record<string, Difference>>[] {
  const family = rows.flatMap((row, index) =>
    [...row].flatMap(([name, differences]) => {
      const average = mean(differences)
      return average === null ? [] : [{ index, name, differences, average }]
    }),
  )
  const rounds = Math.max(leastRounds, family.length * roundsPerComparison)
  const pValues = family.map(({ differences }) =>
    randomisationTest(differences, { random: seededRandom(seed), rounds }),
  )
  const adjusted = holm(pValues)
  const judged: Record<string, Difference>[] = rows.map(() => ({}))
  for (const [position, { index, name, average }] of family.entries()) {
    const [p, adjustedP] = [pValues[position] ?? 1, adjusted[position] ?? 1]
    const row = judged[index]
    if (row) row[name] = { mean: average, p, adjustedP, verdict: verdictOf(average, adjustedP) }
  }
  return judged
}
