import { mean } from '../statistics/descriptive.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { seed, type Difference, type QueryGroup, type Row } from './row.js'
import type { Scores, ScoresByMeasure } from './score-answers.js'

/** One strategy's scores of a group of a suite's queries: the content of one row. */
export interface Cell {
  readonly strategy: string
  /** Of all the suite's queries. */
  readonly scores: ScoresByMeasure
  readonly group: QueryGroup
}

type Differences = NonNullable<Row['difference']>

const level = 0.05
const leastRounds = 10_000
/** Holm's correction multiplies p by up to the number of comparisons: with so many rounds 0.01 can still be reached. */
const roundsPerComparison = 100

/**
 * Compares a suite's strategies with the baseline. The rows of all queries are one family of comparisons, those of the
 * kinds are another; the baseline has no entry.
 */
export function compareStrategies(
  cells: readonly Cell[],
  { baseline, names }: { readonly baseline: string; readonly names: readonly string[] },
): Map<Cell, Differences> {
  const own = cells.find(({ strategy }) => strategy === baseline)
  if (!own) return new Map()
  const others = cells.filter(({ strategy }) => strategy !== baseline)
  const differencesOf = ({ scores, group }: Cell) => {
    const differencesBy = (name: string) =>
      pairedDifferences(scores.get(name) ?? [], own.scores.get(name) ?? [], group.positions)
    return new Map(names.map((name) => [name, differencesBy(name)]))
  }
  const families = [others.filter(({ group }) => group.whole), others.filter(({ group }) => !group.whole)]
  return new Map(
    families.flatMap((family) => {
      const judged = judgeDifferences(family.map(differencesOf))
      return family.map((cell, index): [Cell, Differences] => [cell, judged[index] ?? {}])
    }),
  )
}

/** The differences at these positions, of the queries that both strategies were measured for. */
export function pairedDifferences(scores: Scores, baseline: Scores, positions: readonly number[]) {
  return Float64Array.from(
    positions.flatMap((position) => {
      const [own, other] = [scores[position], baseline[position]]
      return own === undefined || other === undefined ? [] : [own - other]
    }),
  )
}

/** Judges the mean differences of one family of comparisons, by measure; leaves out measures without a query. */
export function judgeDifferences(rows: readonly ReadonlyMap<string, Float64Array>[]): Differences[] {
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

function verdictOf(difference: number, adjustedP: number): Difference['verdict'] {
  if (adjustedP > level) return 'same'
  return difference > 0 ? 'better' : 'worse'
}
