import { join } from 'node:path'
import type { SyncProgress } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { indexSuite, type IndexedSuite } from './index-suite.js'
import { meanScores } from './measures/mean-scores.js'
import { shownMeasures } from './measures/shown-measures.js'
import type { Progress } from './render/progress.js'
import { replay } from './replay.js'
import type { Strategy } from './strategy.js'
import { safeName } from './suite/file-names.js'
import { sortQueries, type SortedQueries } from './suite/sort-queries.js'
import type { Suite } from './suite/suite.js'

/** What suites are evaluated with. */
export interface EvaluationOptions {
  /** Those that need a model are left out where there is none. */
  readonly strategies: readonly Strategy[]
  readonly model: EmbeddingModel | undefined
  readonly limit: number
  readonly minScore: number
  /** Where each suite has a folder for its files and its index. */
  readonly workFolder: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** How well one strategy served one suite. */
export interface Row {
  readonly suite: string
  readonly strategy: string
  /** Queries that the means are over; one that was answered with nothing is among them and counts 0. */
  readonly queries: number
  /** Queries that are not: those that no document answers, and those whose text is blank. */
  readonly apart: { readonly unanswerable: number; readonly blank: number }
  /** Means by the measures' names; null without queries. */
  readonly measures: Readonly<Record<string, number | null>>
}

/** What an evaluation brought. */
export interface Evaluation {
  readonly rows: readonly Row[]
  /** What was not as it should be, for lines on the side. */
  readonly notes: readonly string[]
}

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'looking',
  read: 'reading files',
  embed: 'embedding texts',
}

async function evaluateStrategy(
  { suite, queries, indexed }: { suite: Suite; queries: SortedQueries; indexed: IndexedSuite },
  strategy: Strategy,
  { limit, minScore, progress, signal }: EvaluationOptions,
): Promise<Evaluation> {
  const { rankable, unanswerable, blank } = queries
  const label = `${suite.name}: asking ${strategy.name}`
  const onAnswer = (done: number) => progress.show(label, done, rankable.length)
  const { memory, idOf } = indexed
  const { rankings, degraded } = await replay(memory, rankable, {
    strategy,
    limit,
    minScore,
    idOf,
    onAnswer,
    signal,
  })
  const judged = rankable.map(({ grades }, index) => ({ grades, ranking: rankings[index] ?? [] }))
  const row = {
    suite: suite.name,
    strategy: strategy.name,
    queries: rankable.length,
    apart: { unanswerable, blank },
    measures: meanScores(shownMeasures, judged),
  }
  const notes = [...degraded].map(([reason, count]) => `${strategy.name}, ${count} queries: ${reason}`)
  return { rows: [row], notes }
}

/**
 * Indexes a suite and replays its queries with every strategy.
 * @throws EvaluationError, MemoryError, StoreError
 */
export async function evaluateSuite(suite: Suite, options: EvaluationOptions): Promise<Evaluation> {
  const { model, progress, signal } = options
  const indexed = await indexSuite(suite, {
    workFolder: join(options.workFolder, safeName(suite.name)),
    model,
    signal,
    onProgress: ({ phase, done, total }) =>
      progress.show(`${suite.name}: ${phaseLabels[phase]}`, done, total),
  })
  try {
    const subject = { suite, queries: sortQueries(suite.queries), indexed }
    const parts: Evaluation[] = []
    for (const strategy of options.strategies) {
      if (model || !strategy.needsModel) parts.push(await evaluateStrategy(subject, strategy, options))
    }
    return {
      rows: parts.flatMap(({ rows }) => rows),
      notes: [...indexed.notes, ...parts.flatMap(({ notes }) => notes)],
    }
  } finally {
    progress.clear()
    await indexed.memory.close()
  }
}
