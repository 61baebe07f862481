import { judgeDifferences, pairedDifferences, type PairedDifferences } from './differences.js'
import type { QueryGroup } from './query-groups.js'
import type { Difference } from './row.js'
import type { ScoresByMeasure } from './score-answers.js'

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

function differencesFrom(baseline: ScoresByMeasure, { scores, group }: Cell, names: readonly string[]) {
  return new Map(
    names.map((name) => [
      name,
      pairedDifferences(scores.get(name) ?? [], baseline.get(name) ?? [], group.positions),
    ]),
  ) satisfies PairedDifferences
}

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
