import type { Grades, Measure } from './measure.js'

/** What was found for a query, and what should have been. */
export interface JudgedRanking {
  /** Distinct document ids, best first; empty where nothing was found. */
  readonly ranking: readonly string[]
  readonly grades: Grades
}

/** Every measure's mean over all the queries, by the measure's name; null where there are no queries. */
export function meanScores(
  measures: readonly Measure[],
  judged: readonly JudgedRanking[],
): Record<string, number | null> {
  const mean = ({ score }: Measure): number | null => {
    const sum = judged.reduce((total, { ranking, grades }) => total + score(ranking, grades), 0)
    return judged.length === 0 ? null : sum / judged.length
  }
  return Object.fromEntries(measures.map((measure) => [measure.name, mean(measure)]))
}
