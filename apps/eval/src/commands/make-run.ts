import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { assertWritableFile, printable, type Io, type Request } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { withRetry } from '@recallite/embeddings'
import type { Flags } from '../flags.js'
import { chosenMeasures, defaultDepths } from '../measures/measure-table.js'
import { placeRun, openRun } from '../run/run-file.js'
import type { Run, RunSuite, Answer, RunHeader, RunQuery, RunSettings } from '../run/run.js'
import { describeEnvironment, describeSuite } from '../run/describe-run.js'
import { poolsOf, type Suite } from '../suite/suite.js'
import { resolveSettings, workFolderOf, type RunTools } from './run-options.js'
import { askQuery } from '../replay/ask-query.js'
import { withIndexedSuite, type IndexSuiteOptions } from '../replay/index-suite.js'

/**
 * Makes a run and keeps it in its file; `described` are the suites with the queries that are asked, in the same order.
 * @throws UsageError, CodedError `LOCKED`, EvaluationError, MemoryError, StoreError
 */
export async function makeRun(
  suites: readonly Suite[],
  described: readonly RunSuite[],
  { flags, io, ...tools }: Pick<Request<Flags>, 'flags' | 'io'> & RunTools,
): Promise<Run> {
  const { strategies } = tools
  const settings = resolveSettings(flags, tools)
  const workFolder = workFolderOf(flags)
  // Enough documents are ranked for the deepest measure and for the default ones.
  const depth = Math.max(...defaultDepths, ...chosenMeasures(flags).depths)
  const header = {
    settings,
    depth,
    strategies: strategies.map(({ name }) => name),
    suites: described,
    environment: describeEnvironment(),
    startedAt: new Date().toISOString(),
  }
  const file = flags.out === undefined ? placeRun(header, workFolder) : resolve(flags.out)
  assertWritableFile(file)
  mkdirSync(dirname(file), { recursive: true })
  const options = { ...tools, header, settings, workFolder, io }
  const run = await withLock(file, () => replaySuites(file, suites, options), { wait: 0 })
  reportDegraded(run, io)
  io.talk(`The run is kept in ${printable(file)}: see 'recallite-eval report' and 'compare'.\n`)
  return run
}

/**
 * Puts the queries of suites to every strategy, except those that an interrupted run answered, and completes the file of
 * the run, which the caller must keep other processes from.
 * @throws CodedError `LOCKED` if another process works with the same index; EvaluationError, MemoryError, StoreError
 */
async function replaySuites(
  file: string,
  suites: readonly Suite[],
  {
    header,
    settings,
    strategies,
    io,
    ...options
  }: RunTools & Pick<IndexSuiteOptions, 'workFolder'> & { header: RunHeader; settings: RunSettings; io: Io },
): Promise<Run> {
  const open = openRun(file, header)
  const answered = new Set(open.answers.map(keyOf))
  if (answered.size > 0) io.talk(`Continuing an interrupted run: ${answered.size} answers are there.\n`)
  const bar = await createProgressBar(io)
  const asking = { ...options, settings, strategies, depth: header.depth, signal: io.interrupted }
  const indexing = { ...asking, bar, chunking: settings.chunking }
  const pools = suites.flatMap((suite, position) =>
    poolQueries(suite, header.suites[position]?.queries ?? []),
  )
  for (const { suite, pool, queries } of pools) {
    const replay = withIndexedSuite(pool, indexing, async ({ subject, askEach, notes }) => {
      await askEach(queries, async (query) => {
        const embedTime = await timeEmbedding(query, asking)
        for (const strategy of strategies) {
          if (answered.has(keyOf({ suite: suite.name, strategy: strategy.name, query: query.id }))) continue
          const answer = await askQuery(subject, query, { ...asking, strategy, embedTime })
          open.add({ suite: suite.name, ...answer })
        }
      })
      return notes
    })
    const notes = await replay.finally(() => bar.stop())
    for (const note of notes) io.talk(`${printable(`${pool.name}: ${note}`)}\n`)
  }
  return open.finish()
}

/** What is indexed and asked apart. A suite without pools may be asked foreign questions too. */
function poolQueries(suite: Suite, asked: readonly RunQuery[]) {
  return poolsOf(suite).map((pool) => ({
    suite,
    pool,
    queries: pool === suite ? asked : describeSuite(pool).queries,
  }))
}

function reportDegraded(run: Run, io: Io): void {
  const reasons = run.answers.flatMap(({ suite, strategy, degraded }) =>
    degraded.map((reason) => `${suite}: ${strategy}: ${reason}`),
  )
  for (const [what, { length }] of Map.groupBy(reasons, (reason) => reason)) {
    io.talk(`${printable(what)} (${length} queries)\n`)
  }
}

function keyOf({ suite, strategy, query }: Pick<Answer, 'suite' | 'strategy' | 'query'>): string {
  return `${suite}\0${strategy}\0${query}`
}

/** Embeds a query before the first strategy asks it, which would otherwise pay for all; returns milliseconds. */
async function timeEmbedding(
  { text }: RunQuery,
  { model, strategies, signal }: Pick<RunTools, 'model' | 'strategies'> & { signal: AbortSignal },
): Promise<number> {
  if (!model || text.trim() === '' || strategies.every(({ needsModel }) => !needsModel)) return 0
  const start = performance.now()
  await withRetry(model).embed({ texts: [text], role: 'query', signal })
  return performance.now() - start
}
