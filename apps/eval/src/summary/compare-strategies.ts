import { mean } from '../statistics/descriptive.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { type Difference, seed } from './row.js'
import type { Scores, ScoresByMeasure } from './score-answers.js'
import type { QueryGroup } from './summarise.js'

/** One strategy's scores of a group of a suite's queries: what a row is about. */
export interface Cell {
  readonly strategy: string
  /** Of all the suite's queries. */
  readonly scores: ScoresByMeasure
  readonly group: QueryGroup
}

/** By whom to compare, and by what. */
export interface ComparisonOptions {
  /** The name of the strategy that the others are compared with. */
  readonly baseline: string
  /** The measures' names. */
  readonly names: readonly string[]
}

/** By the measures' names. */
export type Differences = Readonly<Record<string, Difference>>

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

/**
 * Compares a suite's strategies with the baseline. The rows of all queries are one family of comparisons, those of the
 * kinds are another: who looks at the kinds pays for looking there. Nothing is given for the baseline itself.
 */
export function compareStrategies(
  cells: readonly Cell[],
  { baseline, names }: ComparisonOptions,
): Map<Cell, Differences> {
  const own = cells.find(({ strategy }) => strategy === baseline)
  if (!own) return new Map()
  const others = cells.filter(({ strategy }) => strategy !== baseline)
  const families = [others.filter(({ group }) => group.whole), others.filter(({ group }) => !group.whole)]
  return new Map(
    families.flatMap((family) => {
      const judged = judgeDifferences(family.map((cell) => differencesFrom(own.scores, cell, names)))
      return family.map((cell, index): [Cell, Differences] => [cell, judged[index] ?? {}])
    }),
  )
}

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

function differencesFrom(baseline: ScoresByMeasure, { scores, group }: Cell, names: readonly string[]) {
  return new Map(
    names.map((name) => [
      name,
      pairedDifferences(scores.get(name) ?? [], baseline.get(name) ?? [], group.positions),
    ]),
  ) satisfies PairedDifferences
}

function verdictOf(difference: number, adjustedP: number): Difference['verdict'] {
  if (adjustedP > level) return 'same'
  return difference > 0 ? 'better' : 'worse'
}
