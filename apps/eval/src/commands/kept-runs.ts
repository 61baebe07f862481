import { UsageError } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { chosenMeasures } from '../measures/measure-table.js'
import type { Run, RunHeader } from '../run/run.js'
import { describeVerdict } from '../render/verdict.js'
import { readRun } from '../run/run-file.js'
import { judgeRun } from '../summary/judge-run.js'
import { summarise } from '../summary/summarise.js'
import { resolveBaseline } from './run-options.js'

/** What a run says, and its figures. */
export type RunFigures = ReturnType<typeof figuresOf>

/** Reads runs and summarises them by the flags; throws a UsageError, EvaluationError. */
export function readKeptRuns(files: readonly string[], flags: Flags) {
  return [...new Set(files)].map((file) => {
    const run = readRun(file)
    checkDepth(run, chosenMeasures(flags).depths, file)
    return { file, ...figuresOf(withoutKinds(run, flags), flags) }
  })
}

/** Summarises a run by the flags; throws a UsageError, EvaluationError. */
export function figuresOf(run: Run, flags: Pick<Flags, 'k' | 'measures' | 'baseline'>) {
  const { depths, shown } = chosenMeasures(flags)
  const baseline = resolveBaseline(flags, run.strategies)
  const options = { depths, baseline, shown }
  return { run, baseline, shown, verdict: judgeRun(run, options), rows: summarise(run, options) }
}

/** A run without the queries of the kinds that the flags leave out; throws a UsageError if there is none of a kind. */
function withoutKinds(run: Run, { leaveOut = [] }: Pick<Flags, 'leaveOut'>): Run {
  const known = new Set(run.suites.flatMap(({ queries }) => queries.map(({ kind }) => kind)))
  const unknown = leaveOut.find((kind) => !known.has(kind))
  if (unknown !== undefined) {
    const kinds = [...known].filter((kind) => kind !== '').join(', ')
    throw new UsageError(
      `--leave-out: no query is of the kind ${JSON.stringify(unknown)}. There are: ${kinds}.`,
    )
  }
  const suites = run.suites.map((suite) => ({
    ...suite,
    queries: suite.queries.filter(({ kind }) => !leaveOut.includes(kind)),
  }))
  return { ...run, suites }
}

/** The figures of a run as `--json` prints them. */
export function jsonOf({ verdict, rows }: RunFigures) {
  return { verdict: { text: describeVerdict(verdict), ...verdict }, rows }
}

/** Rejects measures that look deeper than a run ranks, since their figures would be those of a smaller depth. */
export function checkDepth({ depth, settings }: RunHeader, depths: readonly number[], file: string): void {
  const deepest = Math.max(...depths)
  if (deepest <= depth) return
  const deeper = settings ? `Make a deeper one: recallite-eval run … --k ${deepest}.` : 'Import a deeper one.'
  throw new UsageError(`${file} ranks ${depth} documents for each query, not ${deepest}. ${deeper}`)
}
