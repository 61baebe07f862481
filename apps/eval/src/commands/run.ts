import { printable, renderJson, type Request, UsageError } from '@recallite/command-line'
import { readSuites } from '../suite/read-suite.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { answerMeasures } from '../measures/answer-measures.js'
import { chosenMeasures, measuresAt } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import type { Run } from '../run/run.js'
import { readOwnSettings, withModel, rerankedStrategies, withReranker } from '../models.js'
import { makeRun } from './make-run.js'
import { figuresOf, jsonOf } from './run-figures.js'
import { forRecords, refuseFlags, resolveBaseline, resolveStrategies } from './run-options.js'
import { allKinds } from '../suite/suite.js'
import type { Row } from '../summary/summarise.js'

/** `recallite-eval run <suite…>` */
export async function runSuites(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const { depths } = chosenMeasures(flags)
  const thresholds = (flags.failUnder ?? []).map(parseThreshold)
  const run = await askSuites(request, (strategies) => checkThresholds(thresholds, { strategies, depths }))
  const figures = figuresOf(run, flags)
  if (flags.json) io.write(renderJson(jsonOf(figures)))
  else printTables(figures, flags, io)
  const missed = missedThresholds(figures.rows, thresholds)
  for (const line of missed) io.talk(`${printable(line)}\n`)
  return missed.length > 0 ? exitCodes.belowThreshold : exitCodes.done
}

type Threshold = ReturnType<typeof parseThreshold>

const thresholdForm = /^(?:(?<strategy>[^:=]+):)?(?<measure>[^:=]+)=(?<min>[0-9.]+)$/u

/** Parses `hit@6=0.9`, or `convex:hit@6=0.9` for one strategy; throws a UsageError. */
export function parseThreshold(text: string) {
  const { strategy, measure = '', min } = thresholdForm.exec(text.trim())?.groups ?? {}
  const value = Number(min)
  if (measure !== '' && value >= 0 && value <= 1) return { strategy, measure, min: value }
  throw new UsageError(
    `--fail-under ${text}: write a measure and a mean from 0 to 1, such as hit@6=0.9 or recallite:hit@6=0.9.`,
  )
}

/** Throws a UsageError if a threshold names a measure or strategy that is not part of the run. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  { strategies, depths }: { readonly strategies: readonly string[]; readonly depths: readonly number[] },
): void {
  const measures = [...measuresAt(depths), ...answerMeasures].map(({ name }) => name)
  for (const { strategy, measure } of thresholds) {
    if (strategy !== undefined && !strategies.includes(strategy)) {
      throw new UsageError(`--fail-under: ${strategy} does not run. Choose one of: ${strategies.join(', ')}.`)
    }
    if (!measures.includes(measure)) {
      throw new UsageError(`--fail-under: ${measure} is not measured. Choose one of: ${measures.join(', ')}.`)
    }
  }
}

/** A line for each mean below its threshold. A mean without values is below any threshold. */
export function missedThresholds(rows: readonly Row[], thresholds: readonly Threshold[]): string[] {
  return thresholds.flatMap(({ strategy, measure, min }) =>
    rows
      .filter((row) => row.kind === allKinds && (strategy ?? row.strategy) === row.strategy)
      .map((row) => ({ ...row, mean: row.measures[measure] ?? null }))
      .filter(({ mean }) => mean === null || mean < min)
      .map(({ suite, strategy: name, mean }) => {
        return `${suite}: ${name}: ${measure} ${mean?.toFixed(3) ?? 'nothing to measure'}, under ${min}.`
      }),
  )
}

/** Makes the run. Calls `check` with its strategies before the first query. */
async function askSuites(
  { words, flags, io }: Request<Flags>,
  check: (strategies: readonly string[]) => void,
): Promise<Run> {
  const suites = readSuites(words, flags.poolBy)
  refuseFlags(suites, flags)
  const resolved = await readOwnSettings(flags)
  return withModel({ flags, io }, (model) =>
    withReranker(flags, { resolved, io }, (reranker) => {
      const names = flags.strategies ?? suites.flatMap((suite) => suite.strategies ?? ['all'])
      const usable = resolveStrategies({ strategies: names }, { hasModel: model !== undefined, resolved })
      const { strategies: chosen, note } = forRecords(suites, usable)
      if (note !== undefined) io.talk(`${printable(note)}\n`)
      const strategies = reranker ? rerankedStrategies(chosen, resolved) : chosen
      const running = strategies.map(({ name }) => name)
      resolveBaseline(flags, running)
      check(running)
      const advice = 'Strategies with vectors need --model NAME or --provider NAME.'
      if (!model) io.talk(`No embedding model: only keywords are searched. ${advice}\n`)
      return makeRun(suites, { flags, io, model, reranker, strategies })
    }),
  )
}
