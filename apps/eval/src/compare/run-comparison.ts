import type { Run } from '../run/run.js'
import { compareRuns, type CompareOptions } from './compare-runs.js'
import type { Comparison, Unpaired } from './comparison.js'
import { differingSettings, type SettingDifference } from './differing-settings.js'
import { unpaired } from './unpaired.js'

/** A run, and the file it was read from. */
export interface NamedRun {
  readonly file: string
  readonly run: Run
}

/** Which run it was. */
export interface RunLabel {
  readonly file: string
  /** Null where another program made it. */
  readonly version: string | null
  /** ISO 8601; of another program's run, when it was imported. */
  readonly startedAt: string
}

/** All that there is to say of two runs. */
export interface RunComparison {
  readonly first: RunLabel
  readonly second: RunLabel
  /** By name. */
  readonly measure: string
  readonly settings: readonly SettingDifference[]
  readonly suites: Unpaired
  /** Those left out; null where somebody named what to compare. */
  readonly strategies: Unpaired | null
  readonly comparisons: readonly Comparison[]
}

function labelOf({ file, run }: NamedRun): RunLabel {
  const { settings, environment, startedAt } = run
  return { file, version: settings && environment.version, startedAt }
}

function namesOf({ suites }: Run): string[] {
  return suites.map(({ name }) => name)
}

/**
 * Compares two runs, and says what cannot be compared.
 * @throws UsageError where the strategies cannot be paired; EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function compareNamedRuns(first: NamedRun, second: NamedRun, options: CompareOptions): RunComparison {
  const [ours, theirs] = [first.run, second.run]
  return {
    first: labelOf(first),
    second: labelOf(second),
    measure: options.measure.name,
    settings: differingSettings(ours, theirs),
    suites: unpaired(namesOf(ours), namesOf(theirs)),
    strategies: options.strategies ? null : unpaired(ours.strategies, theirs.strategies),
    comparisons: compareRuns(ours, theirs, options),
  }
}
