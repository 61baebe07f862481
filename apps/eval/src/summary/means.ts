import { bootstrapMeans, type Interval } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/mean.js'
import { seededRandom } from '../statistics/seeded-random.js'
import type { Row } from './row.js'
import { scoresAt, type ScoresByMeasure } from './score-answers.js'
import { seed } from './seed.js'

type Column = readonly [name: string, scores: Float64Array]

/** Measures with as many scores, as all those of rankings have, are resampled together. */
function intervalsOf(columns: readonly Column[]): Map<string, Interval | null> {
  const lengths = new Set(columns.map(([, scores]) => scores.length))
  return new Map(
    [...lengths].flatMap((length) => {
      const alike = columns.filter(([, scores]) => scores.length === length)
      const intervals = bootstrapMeans(
        alike.map(([, scores]) => scores),
        { random: seededRandom(seed) },
      )
      return alike.map(([name], index): [string, Interval | null] => [name, intervals[index] ?? null])
    }),
  )
}

/** The mean of each measure over the queries at these positions, and its interval. */
export function meansAt(
  scoresByMeasure: ScoresByMeasure,
  positions: readonly number[],
): Pick<Row, 'measures' | 'ci'> {
  const columns = [...scoresByMeasure].map(([name, scores]): Column => [name, scoresAt(scores, positions)])
  const intervals = intervalsOf(columns)
  return {
    measures: Object.fromEntries(columns.map(([name, scores]) => [name, mean(scores)])),
    ci: Object.fromEntries(columns.map(([name]) => [name, intervals.get(name) ?? null])),
  }
}
