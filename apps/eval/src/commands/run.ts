import { printable, renderJson, type Request } from '@recallite/command-line'
import { findSuiteFolder } from '../built-in-suites.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import { describeSuite } from '../run/describe-suite.js'
import { readSuites } from '../suite/read-suite.js'
import { summarise } from '../summary/summarise.js'
import { withModel } from '../with-model.js'
import { makeRun } from './make-run.js'
import { resolveBaseline, resolveStrategies } from './run-options.js'
import { checkThresholds, missedThresholds, parseThreshold } from './thresholds.js'

/** `recallite-eval run <suite…>` */
export async function runSuites({ words, flags, io }: Request<Flags>): Promise<number> {
  const { k: depths = defaultDepths } = flags
  const thresholds = (flags.failUnder ?? []).map(parseThreshold)
  const suites = readSuites(words.map(findSuiteFolder))
  const run = await withModel(flags, (model) => {
    const strategies = resolveStrategies(flags, model !== undefined).map(({ name }) => name)
    resolveBaseline(flags, strategies)
    checkThresholds(thresholds, { strategies, depths })
    const advice = 'Strategies with vectors need --model FILE.gguf.'
    if (!model) io.talk(`No embedding model: only keywords are searched. ${advice}\n`)
    return makeRun(suites, suites.map(describeSuite), { flags, io, model })
  })
  const baseline = resolveBaseline(flags, run.strategies)
  const rows = summarise(run, { depths, baseline })
  if (flags.json) io.write(renderJson(rows))
  else printTables(rows, { ...flags, baseline }, io)
  const missed = missedThresholds(rows, thresholds)
  for (const line of missed) io.talk(`${printable(line)}\n`)
  return missed.length > 0 ? exitCodes.belowThreshold : exitCodes.done
}
