import { UsageError } from '@recallite/command-line'
import { overall, type Row } from '../summary/row.js'

/** A mean that must be reached. */
export interface Threshold {
  /** Undefined: by every strategy. */
  readonly strategy: string | undefined
  readonly measure: string
  readonly least: number
}

const form = /^(?:(?<strategy>[^:=]+):)?(?<measure>[^:=]+)=(?<least>[0-9.]+)$/u

/**
 * Reads `hit@6=0.9`, or `convex:hit@6=0.9` for one strategy.
 * @throws UsageError
 */
export function parseThreshold(text: string): Threshold {
  const { strategy, measure = '', least } = form.exec(text.trim())?.groups ?? {}
  const value = Number(least)
  if (measure !== '' && value >= 0 && value <= 1) return { strategy, measure, least: value }
  throw new UsageError(
    `--fail-under ${text}: write a measure and a mean from 0 to 1, such as hit@6=0.9 or convex:hit@6=0.9.`,
  )
}

/**
 * Says of every mean that a threshold is about and that does not reach it; nothing measured does not reach anything.
 * @throws UsageError for a measure that was not measured or a strategy that did not run
 */
export function missedThresholds(rows: readonly Row[], thresholds: readonly Threshold[]): string[] {
  const all = rows.filter(({ kind }) => kind === overall)
  return thresholds.flatMap(({ strategy, measure, least }) => {
    const meant = all.filter((row) => strategy === undefined || row.strategy === strategy)
    const [first] = meant
    if (!first) throw new UsageError(`--fail-under ${strategy}:${measure}: ${strategy} did not run.`)
    if (!(measure in first.measures)) {
      const known = Object.keys(first.measures).join(', ')
      throw new UsageError(`--fail-under ${measure}: this is not measured. There are: ${known}.`)
    }
    return meant
      .filter((row) => (row.measures[measure] ?? -1) < least)
      .map(
        (row) =>
          `${row.suite}: ${row.strategy} has ${measure} ${row.measures[measure]?.toFixed(3)}, under ${least}.`,
      )
  })
}
