import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ProgressBar } from '@recallite/command-line'
import { type Chunking, type SyncProgress, searchDefaults } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { abstention, found, isAnswerable } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import { type Subject, rankDocuments, searchSubject, showResults } from '../replay/ask-query.js'
import { type IndexedSuite, withIndexedSuite } from '../replay/index-suite.js'
import type { RunQuery, RunSuite } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import { safeName } from '../suite/document-files.js'
import type { Suite } from '../suite/suite.js'
import { type Setting, defaultValues, strategyOf } from './setting.js'

/** A suite, and its queries as they are in a run. */
export interface SweptSuite {
  readonly suite: Suite
  readonly asked: RunSuite
}

/** What settings are scored with. */
export interface ScoringOptions {
  readonly objective: Objective
  readonly model: EmbeddingModel | undefined
  readonly workFolder: string
  readonly candidates: number
  readonly bar: ProgressBar
  /** Gets what is missing from an index. */
  readonly onNote: (note: string) => void
  readonly signal: AbortSignal
}

/** What a sweep maximises. */
export interface Objective {
  readonly name: string
  /** Distinct documents that it looks at. */
  readonly depth: number
  /** Whether a query can be scored. */
  readonly takes: (query: RunQuery) => boolean
  /** From 0 to 1. */
  readonly score: (subject: Subject, query: RunQuery, asking: ObjectiveAsking) => Promise<number>
}

/** How to ask. */
export interface ObjectiveAsking {
  readonly strategy: Strategy
  readonly candidates: number
  readonly signal: AbortSignal
}

/** Right decisions about a threshold: 1 if a relevant document is shown, or if nothing is shown and nothing answers. */
export const decision: Objective = {
  name: 'decision',
  depth: searchDefaults.limit,
  takes: () => true,
  async score(subject, query, { strategy, signal }) {
    const { answer } = await searchSubject(subject.repeating, query.text, { strategy, signal })
    const shown = { results: showResults(answer, query, subject.idOf) }
    return found.score(shown, query) ?? abstention.score(shown, query) ?? 0
  },
}

/** The queries of a suite that an objective can score. */
export function scorableQueries({ asked }: SweptSuite, { takes }: Objective): RunQuery[] {
  return asked.queries.filter(takes)
}

/**
 * Scores every setting on every query of the suites that the objective takes: an array for each setting, in their order,
 * with the queries suite by suite. Settings that cut alike share an index, and all share the model's tape.
 * @throws LockedError, EvaluationError, MemoryError, StoreError
 */
export async function scoreSettings(
  suites: readonly SweptSuite[],
  settings: readonly Setting[],
  options: ScoringOptions,
): Promise<Float64Array[]> {
  const values = settings.map((): number[] => [])
  for (const group of groupByIndex(settings)) {
    for (const swept of suites) {
      const scores = await scoreSuite(swept, { settings, group }, options)
      for (const [place, scored] of scores) values[place]?.push(...scored)
    }
  }
  return values.map((scored) => Float64Array.from(scored))
}

/** A measure of rankings, over the queries that some document answers, without a threshold. */
export function rankingObjective({ name, depth, score }: Measure): Objective {
  return {
    name,
    depth,
    takes: isAnswerable,
    async score(subject, query, { candidates, ...asked }) {
      const asking = { ...asked, depth, settings: { candidates, minScore: 0 } }
      const { results } = await rankDocuments(subject, query.text, asking)
      const documents = results.map(({ path }) => subject.idOf(path))
      return score(documents, new Map(Object.entries(query.grades)))
    },
  }
}

/** The positions of the settings that one index serves. */
interface IndexGroup {
  readonly chunking: Chunking
  readonly places: readonly number[]
}

function chunkingOf({ chunkTokens, chunkOverlap }: Setting): Chunking {
  const { chunkTokens: target = 0, chunkOverlap: overlap = 0 } = defaultValues()
  return { target: chunkTokens ?? target, overlap: chunkOverlap ?? overlap }
}

function groupByIndex(settings: readonly Setting[]): IndexGroup[] {
  const groups = new Map<string, IndexGroup>()
  for (const [place, setting] of settings.entries()) {
    const chunking = chunkingOf(setting)
    const key = `${chunking.target} ${chunking.overlap}`
    groups.set(key, { chunking, places: [...(groups.get(key)?.places ?? []), place] })
  }
  return [...groups.values()]
}

async function scoreIndexed(
  indexed: IndexedSuite,
  {
    queries,
    strategies,
    name,
  }: { queries: readonly RunQuery[]; strategies: ReadonlyMap<number, Strategy>; name: string },
  options: ScoringOptions,
): Promise<Map<number, number[]>> {
  const scores = new Map([...strategies.keys()].map((place): [number, number[]] => [place, []]))
  for (const [done, query] of queries.entries()) {
    options.bar.show({ label: `${name}: asking`, done, total: queries.length })
    // Gives the event loop a turn, so that the program can be interrupted.
    await setImmediate()
    indexed.forget()
    for (const [place, strategy] of strategies) {
      scores.get(place)?.push(await options.objective.score(indexed, query, { ...options, strategy }))
    }
  }
  return scores
}

function scoreSuite(
  swept: SweptSuite,
  { settings, group }: { settings: readonly Setting[]; group: IndexGroup },
  options: ScoringOptions,
): Promise<Map<number, number[]>> {
  const { objective, model, workFolder, bar, onNote, signal } = options
  const { name } = swept.suite
  const index = {
    workFolder: join(workFolder, safeName(name)),
    model,
    chunking: group.chunking,
    signal,
    onProgress: ({ done, total }: SyncProgress) => bar.show({ label: `${name}: indexing`, done, total }),
  }
  const queries = scorableQueries(swept, objective)
  const strategies = new Map(group.places.map((place) => [place, strategyOf(settings[place] ?? {})]))
  return withIndexedSuite(swept.suite, index, (indexed) => {
    for (const note of indexed.notes) onNote(`${name}: ${note}`)
    return scoreIndexed(indexed, { queries, strategies, name }, options)
  })
}
