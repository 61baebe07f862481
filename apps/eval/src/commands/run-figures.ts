import type { Flags } from '../flags.js'
import { chosenMeasures } from '../measures/measure-table.js'
import { describeVerdict } from '../render/verdict.js'
import type { Run } from '../run/run.js'
import { confidenceOf } from '../summary/confidence.js'
import { judgeRun } from '../summary/judge-run.js'
import { summarise } from '../summary/summarise.js'
import { resolveBaseline } from './run-options.js'

/** The verdict of a run and its figures. */
export type RunFigures = ReturnType<typeof figuresOf>

/** Summarises a run by the flags; throws a UsageError, EvaluationError. */
export function figuresOf(run: Run, flags: Pick<Flags, 'k' | 'measures' | 'baseline'>) {
  const { depths, measures } = chosenMeasures(flags)
  const baseline = resolveBaseline(flags, run.strategies)
  const rows = summarise(run, { depths, baseline, comparedBy: measures })
  return { run, baseline, measures, verdict: judgeRun(run, baseline), rows }
}

/** The figures of a run as `--json` prints them. */
export function jsonOf({ run, verdict, rows }: RunFigures) {
  return { verdict: { text: describeVerdict(verdict), ...verdict }, rows, confidence: confidenceOf(run) }
}
