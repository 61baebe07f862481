import { printable, type Io } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { withRetry } from '@recallite/embeddings'
import type { Answer, Run, RunHeader, RunQuery, RunSettings } from '../run/run.js'
import { openRun } from '../run/run-file.js'
import type { Strategy } from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'
import { askQuery } from './ask-query.js'
import { withIndexedSuite, type IndexSuiteOptions } from './index-suite.js'

/** What suites are replayed with; the header describes the run and its suites, in the same order. */
interface ReplayOptions extends Pick<IndexSuiteOptions, 'workFolder' | 'server' | 'model' | 'reranker'> {
  readonly header: RunHeader
  readonly settings: RunSettings
  readonly strategies: readonly Strategy[]
  readonly io: Io
}

/**
 * Puts the queries of suites to every strategy, except those that an interrupted run answered, and completes the file of
 * the run, which the caller must keep other processes from.
 * @throws LockedError if another process works with the same index; EvaluationError, MemoryError, StoreError
 */
export async function replaySuites(
  file: string,
  suites: readonly Suite[],
  { header, settings, strategies, io, ...options }: ReplayOptions,
): Promise<Run> {
  const open = openRun(file, header)
  const answered = new Set(open.answers.map(keyOf))
  if (answered.size > 0) io.talk(`Continuing an interrupted run: ${answered.size} answers are there.\n`)
  const bar = await createProgressBar(io)
  const asking = { ...options, settings, strategies, depth: header.depth, signal: io.interrupted }
  const indexing = { ...asking, bar, chunking: settings.chunking }
  for (const [position, suite] of suites.entries()) {
    const queries = header.suites[position]?.queries ?? []
    const replay = withIndexedSuite(suite, indexing, async ({ subject, askEach, notes }) => {
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
    for (const note of notes) io.talk(`${printable(`${suite.name}: ${note}`)}\n`)
  }
  return open.finish()
}

function keyOf({ suite, strategy, query }: Pick<Answer, 'suite' | 'strategy' | 'query'>): string {
  return `${suite}\0${strategy}\0${query}`
}

/** Embeds a query before the first strategy asks it, which would otherwise pay for all; returns milliseconds. */
async function timeEmbedding(
  { text }: RunQuery,
  { model, strategies, signal }: Pick<ReplayOptions, 'model' | 'strategies'> & { signal: AbortSignal },
): Promise<number> {
  if (!model || text.trim() === '' || strategies.every(({ needsModel }) => !needsModel)) return 0
  const start = performance.now()
  await withRetry(model).embed({ texts: [text], role: 'query', signal })
  return performance.now() - start
}
