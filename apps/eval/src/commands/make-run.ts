import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { assertWritableFile, firstOf, printable, type Io, type Request } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { withLock } from '@recallite/command-line/with-lock'
import { withRetry } from '@recallite/embeddings'
import type { Flags } from '../flags.js'
import { chosenMeasures, defaultDepths } from '../measures/measure-table.js'
import { askQuery } from '../replay/ask-query.js'
import { withIndexedSuite } from '../replay/index-suite.js'
import { describeEnvironment, describeSuite } from '../run/describe-run.js'
import { addForeignQuestions } from '../run/foreign-questions.js'
import { openRun, placeRun } from '../run/run-file.js'
import type { Run, RunHeader, RunQuery } from '../run/run.js'
import { keyOf } from '../summary/score-answers.js'
import { poolsOf, type Suite } from '../suite/suite.js'
import { resolveSettings, workFolderOf, type RunTools } from './run-options.js'

/** Makes a run and stores it in a file. Throws UsageError, CodedError `LOCKED`, EvaluationError, MemoryError, StoreError. */
export async function makeRun(
  suites: readonly Suite[],
  { flags, io, ...tools }: Pick<Request<Flags>, 'flags' | 'io'> & RunTools,
): Promise<Run> {
  const header = {
    settings: resolveSettings(flags, tools),
    depth: Math.max(...defaultDepths, ...chosenMeasures(flags).depths),
    strategies: tools.strategies.map(({ name }) => name),
    suites: flags.foreign ? addForeignQuestions(suites, flags.foreign) : suites.map(describeSuite),
    environment: describeEnvironment(),
    startedAt: new Date().toISOString(),
  }
  const workFolder = workFolderOf(flags)
  const file = flags.out === undefined ? placeRun(header, workFolder) : resolve(flags.out)
  assertWritableFile(file)
  mkdirSync(dirname(file), { recursive: true })
  const options = { ...tools, header, workFolder, store: flags.store, io }
  const run = await withLock(file, () => replaySuites(openRun(file, header), suites, options), { wait: 0 })
  const reasons = run.answers.flatMap(({ suite, query, degraded }) =>
    degraded.map((reason) => ({ reason, where: `${suite}: ${query}` })),
  )
  const parts = Array.from(
    Map.groupBy(reasons, ({ reason }) => reason),
    ([reason, of]) => `${reason} (queries: ${new Set(of.map(({ where }) => where)).size})`,
  )
  if (parts.length > 0) io.talk(`${printable(firstOf(parts, { separator: '; ' }))}\n`)
  io.talk(`The run is stored in ${printable(file)}: see 'recallite-eval report' and 'compare'.\n`)
  return run
}

/** Runs all queries with every strategy, except those that an interrupted run answered. The caller must lock the file. */
async function replaySuites(
  open: ReturnType<typeof openRun>,
  suites: readonly Suite[],
  {
    header,
    strategies,
    io,
    ...options
  }: RunTools & { header: RunHeader; workFolder: string; store: string | undefined; io: Io },
): Promise<Run> {
  const { settings, depth } = header
  const answered = new Set(open.answers.map(keyOf))
  if (answered.size > 0) io.talk(`Continuing an interrupted run with ${answered.size} answers.\n`)
  const bar = await createProgressBar(io)
  const asking = { ...options, settings, strategies, depth, signal: io.interrupted }
  const indexing = { ...asking, bar, chunking: settings.chunking }
  const pools = suites.flatMap((suite, position) =>
    poolsOf(suite).map((pool) => {
      const all = header.suites[position]?.queries ?? []
      return { suite: suite.name, pool, queries: pool === suite ? all : describeSuite(pool).queries }
    }),
  )
  for (const { suite, pool, queries } of pools) {
    const replay = withIndexedSuite(pool, indexing, async ({ subject, show, notes }) => {
      for (const [done, query] of queries.entries()) {
        show('asking', done, queries.length)
        // Yields to the event loop, so that the user can interrupt the program.
        await setImmediate()
        const embedTime = await timeEmbedding(query, asking)
        for (const strategy of strategies) {
          if (answered.has(keyOf({ suite, strategy: strategy.name, query: query.id }))) continue
          const answer = await askQuery(subject, query, { ...asking, strategy, embedTime })
          open.add({ suite, ...answer })
        }
      }
      return notes
    })
    const notes = await replay.finally(() => bar.stop())
    for (const note of notes) io.talk(`${printable(`${pool.name}: ${note}`)}\n`)
  }
  return open.finish()
}

/** Embeds a query in advance, so that its time is not charged to the first strategy. Returns milliseconds. */
async function timeEmbedding(
  { text }: RunQuery,
  { model, strategies, signal }: Pick<RunTools, 'model' | 'strategies'> & { signal: AbortSignal },
): Promise<number> {
  if (!model || text.trim() === '' || strategies.every(({ needsModel }) => !needsModel)) return 0
  const start = performance.now()
  await withRetry(model).embed({ texts: [text], role: 'query', signal })
  return performance.now() - start
}
