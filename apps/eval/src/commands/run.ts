import { printable, renderJson, type Request } from '@recallite/command-line'
import { findSuiteFolder } from '../built-in-suites.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import { describeVerdict } from '../render/verdict.js'
import { describeSuite } from '../run/describe-suite.js'
import type { Run } from '../run/run.js'
import { readSuites } from '../suite/read-suite.js'
import { judgeRun } from '../summary/judge-run.js'
import { summarise } from '../summary/summarise.js'
import { readOwnSettings, withModel } from '../with-model.js'
import { rerankedStrategies, withReranker } from '../with-reranker.js'
import { makeRun } from './make-run.js'
import { forRecords, refuseForRecords, resolveBaseline, resolveStrategies } from './run-options.js'
import { checkThresholds, missedThresholds, parseThreshold } from './thresholds.js'
import { assertCsvFile, writeCsv } from './write-csv.js'

/** `recallite-eval run <suite…>` */
export async function runSuites(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const { k: depths = defaultDepths } = flags
  const thresholds = (flags.failUnder ?? []).map(parseThreshold)
  assertCsvFile(flags.csv)
  const run = await askSuites(request, (strategies) => checkThresholds(thresholds, { strategies, depths }))
  const baseline = resolveBaseline(flags, run.strategies)
  const rows = summarise(run, { depths, baseline })
  const verdict = judgeRun(run, { baseline, depths })
  if (flags.csv !== undefined) writeCsv(flags.csv, [{ rows }])
  if (flags.json) io.write(renderJson({ verdict: { text: describeVerdict(verdict), ...verdict }, rows }))
  else printTables({ verdict, rows }, { ...flags, baseline }, io)
  const missed = missedThresholds(rows, thresholds)
  for (const line of missed) io.talk(`${printable(line)}\n`)
  return missed.length > 0 ? exitCodes.belowThreshold : exitCodes.done
}

/** Makes the run; `check` gets the names of its strategies before the first question is asked. */
async function askSuites(
  { words, flags, io }: Request<Flags>,
  check: (strategies: readonly string[]) => void,
): Promise<Run> {
  const suites = readSuites(words.map((word) => findSuiteFolder(word)))
  refuseForRecords(suites, flags)
  const resolved = await readOwnSettings(flags)
  return withModel({ flags, io }, (model) =>
    withReranker(flags, { resolved, io }, (reranker) => {
      const resolvedStrategies = resolveStrategies(flags, { hasModel: model !== undefined, resolved })
      const { strategies, note } = forRecords(suites, resolvedStrategies)
      if (note !== undefined) io.talk(`${printable(note)}\n`)
      const names = strategies.map(({ name }) => name)
      resolveBaseline(flags, names)
      check(names)
      const advice = 'Strategies with vectors need --model NAME or --provider NAME.'
      if (!model) io.talk(`No embedding model: only keywords are searched. ${advice}\n`)
      const asked = reranker ? rerankedStrategies(strategies, resolved) : strategies
      return makeRun(suites, suites.map(describeSuite), { flags, io, model, reranker, strategies: asked })
    }),
  )
}
