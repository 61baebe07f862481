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

/**
 * The fewest questions that must be answered by one of two strategies alone, so that these can be told apart: of k that all speak for
 * one side the exact p is 2 · 2^−k (the sign test: Dixon & Mood, The Statistical Sign Test, 1946).
 */
export const fewestDiffering = Math.floor(Math.log2(2 / level)) + 1

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
  const families = [others.filter(({ group }) => group.whole), others.filter(({ group }) => !group.whole)]
  return new Map(families.flatMap((family) => compareFamily(family, own, names)))
}

function compareFamily(family: readonly Cell[], own: Cell, names: readonly string[]): [Cell, Differences][] {
  const differencesOf = ({ scores, group }: Cell, name: string) =>
    pairedDifferences(scores.get(name) ?? [], own.scores.get(name) ?? [], group.positions)
  const judged = judgeDifferences(family.flatMap((cell) => names.map((name) => differencesOf(cell, name))))
  return family.map((cell, row) => {
    const entries = names.map((name, column) => [name, judged[row * names.length + column]] as const)
    return [cell, Object.fromEntries(entries.filter(([, difference]) => difference)) as Differences]
  })
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

/** Judges the mean differences of one family of comparisons; undefined where no query was measured. */
export function judgeDifferences(family: readonly Float64Array[]): (Difference | undefined)[] {
  const measured = family.filter(({ length }) => length > 0)
  const rounds = Math.max(leastRounds, measured.length * roundsPerComparison)
  const pValues = measured.map((differences) =>
    randomisationTest(differences, { random: seededRandom(seed), rounds }),
  )
  const adjusted = holm(pValues)
  const judged = measured.map((differences, index) => {
    const [average, p, adjustedP] = [mean(differences) ?? 0, pValues[index] ?? 1, adjusted[index] ?? 1]
    return [differences, { mean: average, p, adjustedP, verdict: verdictOf(average, adjustedP) }] as const
  })
  const byDifferences = new Map(judged)
  return family.map((differences) => byDifferences.get(differences))
}

function verdictOf(difference: number, adjustedP: number): Difference['verdict'] {
  if (adjustedP > level) return 'same'
  return difference > 0 ? 'better' : 'worse'
}
