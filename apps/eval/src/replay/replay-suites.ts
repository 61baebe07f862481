import { printable, type Io } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { withRetry } from '@recallite/embeddings'
import type { Answer, Run, RunHeader, RunQuery, RunSettings } from '../run/run.js'
import { openRun } from '../run/run-file.js'
import type { Strategy } from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'
import { askQuery, type Asking } from './ask-query.js'
import { askRecords } from './ask-records.js'
import { withIndexedRecords } from './index-records.js'
import { withIndexedSuite, type IndexedSuite, type IndexSuiteOptions } from './index-suite.js'

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
    const replay = withAskable(suite, indexing, async ({ askEach, ask, notes }) => {
      await askEach(queries, async (query) => {
        const embedTime = await timeEmbedding(query, asking)
        for (const strategy of strategies) {
          if (answered.has(keyOf({ suite: suite.name, strategy: strategy.name, query: query.id }))) continue
          open.add({ suite: suite.name, ...(await ask(query, { ...asking, strategy, embedTime })) })
        }
      })
      return notes
    })
    const notes = await replay.finally(() => bar.stop())
    for (const note of notes) io.talk(`${printable(`${suite.name}: ${note}`)}\n`)
  }
  return open.finish()
}

/** A suite whose index is up to date, and how a query is put to it. */
interface Askable extends Pick<IndexedSuite, 'askEach' | 'notes'> {
  readonly ask: (
    query: RunQuery,
    asking: Asking & { readonly embedTime: number },
  ) => Promise<Omit<Answer, 'suite'>>
}

function withAskable<Result>(
  suite: Suite,
  indexing: IndexSuiteOptions,
  work: (askable: Askable) => Promise<Result>,
): Promise<Result> {
  const { corpus } = suite
  if (corpus.kind === 'records') {
    return withIndexedRecords({ ...suite, corpus }, indexing, ({ memory, ...indexed }) =>
      work({ ...indexed, ask: (query, asking) => askRecords(memory, query, asking) }),
    )
  }
  return withIndexedSuite({ ...suite, corpus }, indexing, (indexed) =>
    work({ ...indexed, ask: (query, asking) => askQuery(indexed, query, asking) }),
  )
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
