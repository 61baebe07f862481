import { mean } from '../statistics/bootstrap-mean.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { allKinds } from '../suite/suite.js'
import type { Scores, ScoresByMeasure } from './score-answers.js'

/** The mean difference: strategy minus baseline. */
export interface Difference {
  readonly mean: number
  /** Two-sided, from a paired randomisation test. */
  readonly p: number
  /** With Holm's correction for all comparisons of the table. */
  readonly adjustedP: number
  /** At a level of 0.05 after the correction. */
  readonly verdict: 'better' | 'worse' | 'same'
}

/** The scores of a strategy for all queries of a suite, or for those of a kind. */
export interface Cell {
  readonly strategy: string
  /** `all`, or a kind of the suite's queries. */
  readonly kind: string
  readonly scores: ScoresByMeasure
}

const level = 0.05

/**
 * How many questions one strategy must answer that the other does not, for a significant difference: the exact p of k such questions
 * is 2 · 2^−k (the sign test: Dixon & Mood, The Statistical Sign Test, 1946).
 */
export const minDiffering = Math.floor(Math.log2(2 / level)) + 1

const minRounds = 10_000
/** Holm's correction multiplies p by up to the number of comparisons. With this many rounds p can still be 0.01. */
const roundsPerComparison = 100

/** Compares strategies with the baseline. The rows of all queries are one family of comparisons, those of kinds another. */
export function compareStrategies(
  cells: readonly Cell[],
  { baseline, names }: { readonly baseline: string; readonly names: readonly string[] },
): Map<Cell, Readonly<Record<string, Difference>>> {
  const bases = new Map(
    cells.flatMap(({ strategy, kind, scores }) => (strategy === baseline ? [[kind, scores]] : [])),
  )
  const others = bases.size > 0 ? cells.filter(({ strategy }) => strategy !== baseline) : []
  const families = Map.groupBy(others, ({ kind }) => kind === allKinds)
  const compared = [...families.values()].flatMap((family) => {
    const pairs = family.flatMap((cell) => names.map((name) => ({ cell, name })))
    const judged = judgeDifferences(
      pairs.map(({ cell: { kind, scores }, name }) =>
        pairedDifferences(scores.get(name), bases.get(kind)?.get(name)),
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

/** The differences of those queries that have both scores. */
export function pairedDifferences(scores: Scores = [], baseline: Scores = []): Float64Array {
  const differences = Float64Array.from(scores, (score = NaN, index) => score - (baseline[index] ?? NaN))
  return differences.filter((difference) => !Number.isNaN(difference))
}

/** Tests the mean differences of one family of comparisons. Undefined without scores. */
export function judgeDifferences(family: readonly Float64Array[]): (Difference | undefined)[] {
  const measured = family.filter(({ length }) => length > 0)
  const rounds = Math.max(minRounds, measured.length * roundsPerComparison)
  const pValues = measured.map((differences) => randomisationTest(differences, { rounds }))
  const adjusted = holm(pValues)
  return family.map((differences) => {
    const index = measured.indexOf(differences)
    if (index === -1) return undefined
    const [average, p, adjustedP] = [mean(differences) ?? 0, pValues[index] ?? 1, adjusted[index] ?? 1]
    const change = average > 0 ? 'better' : 'worse'
    return { mean: average, p, adjustedP, verdict: adjustedP > level ? 'same' : change }
  })
}
