import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { assertWritableFile, printable, renderJson, withLock, type Request } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import { findSuiteFolder } from '../built-in-suites.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { groupBy } from '../group-by.js'
import { defaultDepths } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import { replaySuites } from '../replay/replay-suites.js'
import { describeSuite } from '../run/describe-suite.js'
import { placeRun } from '../run/run-file.js'
import type { Run } from '../run/run.js'
import { describeEnvironment } from '../settings.js'
import { readSuites } from '../suite/read-suite.js'
import type { Suite } from '../suite/suite.js'
import { summarise } from '../summary/summarise.js'
import { withModel } from '../with-model.js'
import { resolveBaseline, resolveSettings, resolveStrategies, workFolderOf } from './run-options.js'
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
    return makeRun(suites, { words, flags, io }, model)
  })
  const baseline = resolveBaseline(flags, run.strategies)
  const rows = summarise(run, { depths, baseline })
  if (flags.json) io.write(renderJson(rows))
  else printTables(rows, { ...flags, baseline }, io)
  const missed = missedThresholds(rows, thresholds)
  for (const line of missed) io.talk(`${printable(line)}\n`)
  return missed.length > 0 ? exitCodes.belowThreshold : exitCodes.done
}

async function makeRun(
  suites: readonly Suite[],
  { flags, io }: Request<Flags>,
  model: EmbeddingModel | undefined,
): Promise<Run> {
  const strategies = resolveStrategies(flags, model !== undefined)
  const settings = resolveSettings(flags, model)
  const workFolder = workFolderOf(flags)
  // Enough documents are ranked for the deepest measure and for the default ones.
  const depth = Math.max(...defaultDepths, ...(flags.k ?? []))
  const header = {
    settings,
    depth,
    strategies: strategies.map(({ name }) => name),
    suites: suites.map(describeSuite),
    environment: describeEnvironment(),
    startedAt: new Date().toISOString(),
  }
  const file = flags.out === undefined ? placeRun(header, workFolder) : resolve(flags.out)
  assertWritableFile(file)
  mkdirSync(dirname(file), { recursive: true })
  const options = { header, settings, strategies, model, workFolder, io }
  const run = await withLock(file, () => replaySuites(file, suites, options), { wait: 0 })
  reportDegraded(run, io)
  io.talk(`The run is kept in ${printable(file)}: see 'recallite-eval report' and 'compare'.\n`)
  return run
}

function reportDegraded(run: Run, io: Request<Flags>['io']): void {
  const reasons = run.answers.flatMap(({ suite, strategy, degraded }) =>
    degraded.map((reason) => `${suite}: ${strategy}: ${reason}`),
  )
  for (const [what, { length }] of groupBy(reasons, (reason) => reason)) {
    io.talk(`${printable(what)} (${length} queries)\n`)
  }
}
