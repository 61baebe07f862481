import { UsageError } from '@recallite/command-line'
import { measuresAt } from '../measures/measure-table.js'
import { allKinds } from '../suite/suite.js'
import type { Row } from '../summary/row.js'
import { answerMeasureNames } from '../summary/score-answers.js'

type Threshold = ReturnType<typeof parseThreshold>

const form = /^(?:(?<strategy>[^:=]+):)?(?<measure>[^:=]+)=(?<least>[0-9.]+)$/u

/** Reads a mean to reach, `hit@6=0.9`, or `convex:hit@6=0.9` for one strategy; throws a UsageError. */
export function parseThreshold(text: string) {
  const { strategy, measure = '', least } = form.exec(text.trim())?.groups ?? {}
  const value = Number(least)
  if (measure !== '' && value >= 0 && value <= 1) return { strategy, measure, least: value }
  throw new UsageError(
    `--fail-under ${text}: write a measure and a mean from 0 to 1, such as hit@6=0.9 or recallite:hit@6=0.9.`,
  )
}

/** Rejects thresholds for a measure that is not taken or a strategy that does not run. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  { strategies, depths }: { readonly strategies: readonly string[]; readonly depths: readonly number[] },
): void {
  const measures = [...measuresAt(depths).map(({ name }) => name), ...answerMeasureNames]
  for (const { strategy, measure } of thresholds) {
    if (strategy !== undefined && !strategies.includes(strategy)) {
      throw new UsageError(`--fail-under: ${strategy} does not run. There are: ${strategies.join(', ')}.`)
    }
    if (!measures.includes(measure)) {
      throw new UsageError(`--fail-under: ${measure} is not measured. There are: ${measures.join(', ')}.`)
    }
  }
}

/** A line for every mean that misses a threshold; a mean that cannot be measured misses every threshold. */
export function missedThresholds(rows: readonly Row[], thresholds: readonly Threshold[]): string[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  return thresholds.flatMap(({ strategy, measure, least }) =>
    all
      .filter((row) => strategy === undefined || row.strategy === strategy)
      .flatMap((row) => {
        const mean = row.measures[measure] ?? null
        if (mean !== null && mean >= least) return []
        const said = mean === null ? 'nothing to measure' : mean.toFixed(3)
        return [`${row.suite}: ${row.strategy}: ${measure} ${said}, under ${least}.`]
      }),
  )
}
