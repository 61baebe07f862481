import { join } from 'node:path'
import type { ProgressBar } from '@recallite/command-line'
import type { Chunking } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { indexSuite } from '../replay/index-suite.js'
import type { RunQuery, RunSuite } from '../run/run.js'
import { safeName } from '../suite/file-names.js'
import type { Suite } from '../suite/suite.js'
import type { Objective } from './objective.js'
import { defaultValues, type Setting } from './setting.js'
import { strategyOf } from './setting-options.js'

/** A suite, and its queries as a run knows them. */
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
  /** Told what was not as it should be. */
  readonly onNote: (note: string) => void
  readonly signal: AbortSignal
}

/** Settings that one index serves, by their places among all. */
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

/** The queries of a suite that an objective can score. */
export function scorableQueries({ asked }: SweptSuite, { takes }: Objective): RunQuery[] {
  return asked.queries.filter(takes)
}

async function scoreSuite(
  swept: SweptSuite,
  { settings, group }: { settings: readonly Setting[]; group: IndexGroup },
  options: ScoringOptions,
): Promise<Map<number, number[]>> {
  const { objective, model, workFolder, bar, onNote, signal } = options
  const folder = join(workFolder, safeName(swept.suite.name))
  const onProgress = ({ done, total }: { done: number; total: number }) =>
    bar.show({ label: `${swept.suite.name}: indexing`, done, total })
  const indexed = await indexSuite(swept.suite, {
    workFolder: folder,
    model,
    chunking: group.chunking,
    signal,
    onProgress,
  })
  try {
    for (const note of indexed.notes) onNote(`${swept.suite.name}: ${note}`)
    const queries = scorableQueries(swept, objective)
    const strategies = new Map(group.places.map((place) => [place, strategyOf(settings[place] ?? {})]))
    const scores = new Map(group.places.map((place): [number, number[]] => [place, []]))
    for (const [done, query] of queries.entries()) {
      bar.show({ label: `${swept.suite.name}: asking`, done, total: queries.length })
      indexed.forget()
      for (const [place, strategy] of strategies) {
        scores.get(place)?.push(await objective.score(indexed, query, { ...options, strategy }))
      }
    }
    return scores
  } finally {
    await indexed.memory.close()
  }
}

/**
 * Scores every setting on every query of the suites that the objective takes: an array for each setting, in their order,
 * with the queries suite by suite. Settings that cut alike share an index, and all share the model's tape.
 * @throws EvaluationError, MemoryError, StoreError
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
