import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  assertWritableFile,
  createProgressBar,
  printable,
  renderJson,
  withLock,
  type Io,
  type Request,
} from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import { findSuiteFolder } from '../built-in-suites.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import { printTables } from '../render/run-tables.js'
import { replaySuite, type ReplayOptions } from '../replay/replay-suite.js'
import { describeSuite } from '../run/describe-suite.js'
import { openRun, placeRun } from '../run/run-file.js'
import type { Run, RunHeader } from '../run/run.js'
import { describeEnvironment } from '../settings.js'
import { readSuites } from '../suite/read-suite.js'
import type { Suite } from '../suite/suite.js'
import { summarise } from '../summary/summarise.js'
import { withModel } from '../with-model.js'
import { resolveBaseline, resolveSettings, resolveStrategies, workFolderOf } from './run-options.js'
import { checkThresholds, missedThresholds, parseThreshold } from './thresholds.js'

interface Job {
  readonly suites: readonly Suite[]
  readonly flags: Flags
  readonly io: Io
}

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
    return makeRun({ suites, flags, io }, model)
  })
  const baseline = resolveBaseline(flags, run.strategies)
  const rows = summarise(run, { depths, baseline })
  if (flags.json) io.write(renderJson(rows))
  else printTables(rows, { ...flags, baseline }, io)
  const missed = missedThresholds(rows, thresholds)
  for (const line of missed) io.talk(`${printable(line)}\n`)
  return missed.length > 0 ? exitCodes.belowThreshold : exitCodes.done
}

async function makeRun(job: Job, model: EmbeddingModel | undefined): Promise<Run> {
  const { suites, flags, io } = job
  const strategies = resolveStrategies(flags, model !== undefined)
  const settings = resolveSettings(flags, model)
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
  const file = flags.out === undefined ? placeRun(header, workFolderOf(flags)) : resolve(flags.out)
  assertWritableFile(file)
  mkdirSync(dirname(file), { recursive: true })
  const how = { strategies, settings, model, file }
  const run = await withLock(file, () => answerAll(job, header, how), { wait: 0 })
  reportDegraded(run, io)
  io.talk(`The run is kept in ${printable(file)}: see 'recallite-eval report' and 'compare'.\n`)
  return run
}

async function answerAll(
  { suites, flags, io }: Job,
  header: RunHeader,
  how: Pick<ReplayOptions, 'strategies' | 'settings' | 'model'> & { file: string },
): Promise<Run> {
  const open = openRun(how.file, header)
  const answered = new Set(
    open.answers.map(({ suite, strategy, query }) => `${suite}\0${strategy}\0${query}`),
  )
  if (answered.size > 0) io.talk(`Continuing an interrupted run: ${answered.size} answers are there.\n`)
  const bar = await createProgressBar(io)
  for (const [position, suite] of suites.entries()) {
    const asked = header.suites[position]
    if (!asked) continue
    const notes = await replaySuite(suite, asked, {
      ...how,
      depth: header.depth,
      workFolder: workFolderOf(flags),
      isAnswered: (strategy, query) => answered.has(`${suite.name}\0${strategy}\0${query}`),
      keep: open.add,
      bar,
      signal: io.interrupted,
    })
    for (const note of notes) io.talk(`${printable(`${suite.name}: ${note}`)}\n`)
  }
  return open.finish()
}

function reportDegraded(run: Run, io: Io): void {
  const counts = new Map<string, number>()
  for (const { suite, strategy, degraded } of run.answers) {
    for (const reason of degraded) {
      const what = `${suite}: ${strategy}: ${reason}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }
  for (const [what, count] of counts) io.talk(`${printable(what)} (${count} queries)\n`)
}
