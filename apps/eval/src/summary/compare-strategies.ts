import { mean } from '../statistics/bootstrap-means.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import type { Scores, ScoresByMeasure } from './score-answers.js'

/** The seed of every interval and every test, so that a strategy's figures do not depend on the others in the run. */
export const seed = 2026

/** How a strategy's mean differs from the baseline's over the same queries. */
export interface Difference {
  /** Strategy minus baseline. */
  readonly mean: number
  /** Of a paired randomisation test, two-sided. */
  readonly p: number
  /** After Holm's correction for all comparisons in the same table. */
  readonly adjustedP: number
  /** At 0.05 after the correction. */
  readonly verdict: 'better' | 'worse' | 'same'
}

/** One strategy's scores of a group of a suite's queries: the content of one row. */
export interface Cell {
  readonly strategy: string
  /** Of all the suite's queries. */
  readonly scores: ScoresByMeasure
  /** The queries that the row covers, all or those of a kind, by their positions among the suite's. */
  readonly group: { readonly kind: string; readonly whole: boolean; readonly positions: readonly number[] }
}

const level = 0.05

/**
 * The fewest questions that must be answered by one of two strategies alone, so that these can be told apart: of k that all speak for
 * one side the exact p is 2 · 2^−k (the sign test: Dixon & Mood, The Statistical Sign Test, 1946).
 */
export const fewestDiffering = Math.floor(Math.log2(2 / level)) + 1

const minRounds = 10_000
/** Holm's correction multiplies p by up to the number of comparisons: with this many rounds 0.01 can still be reached. */
const roundsPerComparison = 100

/**
 * Compares a suite's strategies with the baseline. The rows of all queries are one family of comparisons, those of the
 * kinds are another; the baseline has no entry.
 */
export function compareStrategies(
  cells: readonly Cell[],
  { baseline, names }: { readonly baseline: string; readonly names: readonly string[] },
): Map<Cell, Readonly<Record<string, Difference>>> {
  const own = cells.find(({ strategy }) => strategy === baseline)
  const others = own ? cells.filter(({ strategy }) => strategy !== baseline) : []
  const scoresOf = (cell: Cell | undefined, name: string) => cell?.scores.get(name) ?? []
  const families = [others.filter(({ group }) => group.whole), others.filter(({ group }) => !group.whole)]
  const compared = families.flatMap((family) => {
    const pairs = family.flatMap((cell) => names.map((name) => ({ cell, name })))
    const judged = judgeDifferences(
      pairs.map(({ cell, name }) =>
        pairedDifferences(scoresOf(cell, name), scoresOf(own, name), cell.group.positions),
      ),
    )
    return pairs.map((pair, index) => ({ ...pair, difference: judged[index] }))
  })
  const byCell = Map.groupBy(compared, ({ cell }) => cell)
  return new Map(
    Array.from(byCell, ([cell, each]) => [
      cell,
      Object.fromEntries(each.flatMap(({ name, difference }) => (difference ? [[name, difference]] : []))),
    ]),
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

/** Judges the mean differences of one family of comparisons; undefined where no query was measured. */
export function judgeDifferences(family: readonly Float64Array[]): (Difference | undefined)[] {
  const measured = family.filter(({ length }) => length > 0)
  const rounds = Math.max(minRounds, measured.length * roundsPerComparison)
  const pValues = measured.map((differences) =>
    randomisationTest(differences, { random: seededRandom(seed), rounds }),
  )
  const adjusted = holm(pValues)
  return family.map((differences) => {
    const index = measured.indexOf(differences)
    if (index === -1) return undefined
    const [average, p, adjustedP] = [mean(differences) ?? 0, pValues[index] ?? 1, adjusted[index] ?? 1]
    return { mean: average, p, adjustedP, verdict: verdictOf(average, adjustedP) }
  })
}

function verdictOf(difference: number, adjustedP: number): Difference['verdict'] {
  if (adjustedP > level) return 'same'
  return difference > 0 ? 'better' : 'worse'
}
