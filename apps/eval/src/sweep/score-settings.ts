import { defaultChunking, searchDefaults } from '@recallite/core'
import {
  abstention,
  found,
  scoreAnswer,
  type AnswerMeasure,
  type AnyMeasure,
} from '../measures/answer-measures.js'
import { measureGiven } from '../replay/agent-text.js'
import { rankDocuments, search, showResults } from '../replay/ask-query.js'
import { withIndexedSuite, type IndexSuiteOptions } from '../replay/index-suite.js'
import type { HowToSearch, Subject } from '../replay/subject.js'
import type { RunQuery } from '../run/run.js'
import type { Suite, TextCorpus } from '../suite/suite.js'
import { chunkingOf, strategyOf, type Setting } from './setting.js'

interface ScoringOptions extends Omit<IndexSuiteOptions, 'chunking'> {
  readonly measure: AnyMeasure
  /** Gets what is missing from an index. */
  readonly onNote: (note: string) => void
}

/** Right decisions about a threshold: 1 if a relevant document is shown, or if nothing is shown and nothing answers. */
export const decision: AnswerMeasure = {
  name: 'decision',
  score: (answer, query) => found.score(answer, query) ?? abstention.score(answer, query),
}

const nothing = {
  documents: [],
  results: [],
  given: { tokens: 0, toAnswer: null },
  unfiltered: { limit: 1, confidence: 0, results: [] },
}

/** Whether a query can be scored by a measure. */
export function canScore(measure: AnyMeasure, query: RunQuery): boolean {
  return scoreAnswer(measure, nothing, query) !== undefined
}

/**
 * Scores every setting on the queries of each suite by a measure of rankings, without a threshold, or of what is shown by the
 * setting's limit and threshold: an array for each setting, in their order, with the queries suite by suite. Settings with the
 * same chunk size share an index, and all settings share the model's tape.
 * @throws CodedError `LOCKED`, EvaluationError, MemoryError, StoreError
 */
export async function scoreSettings(
  suites: readonly { readonly suite: Suite<TextCorpus>; readonly queries: readonly RunQuery[] }[],
  settings: readonly Setting[],
  options: ScoringOptions,
): Promise<Float64Array[]> {
  const { measure, signal, onNote } = options
  const tried = settings.map((setting) => {
    return { chunking: chunkingOf(setting), strategy: strategyOf(setting), scores: [] as number[] }
  })
  for (const group of Map.groupBy(tried, ({ chunking }) => Object.values(chunking).join()).values()) {
    for (const { suite, queries } of suites) {
      const indexing = { ...options, chunking: group[0]?.chunking ?? defaultChunking }
      await withIndexedSuite(suite, indexing, async ({ notes, subject, askEach }) => {
        for (const note of notes) onNote(`${suite.name}: ${note}`)
        await askEach(queries, async (query) => {
          for (const { strategy, scores } of group) {
            scores.push(await scoreQuery(subject, query, { measure, strategy, signal }))
          }
        })
      })
    }
  }
  return tried.map(({ scores }) => Float64Array.from(scores))
}

async function scoreQuery(
  subject: Subject,
  query: RunQuery,
  { measure, ...how }: Pick<HowToSearch, 'strategy' | 'signal'> & { readonly measure: AnyMeasure },
): Promise<number> {
  if ('depth' in measure) {
    const settings = { candidates: searchDefaults.candidates, threshold: 0 }
    const { results } = await rankDocuments(subject, query, { ...how, depth: measure.depth, settings })
    return (
      scoreAnswer(measure, { ...nothing, documents: results.map(({ document }) => document) }, query) ?? 0
    )
  }
  const answer = await search(subject, query, how)
  const given = measureGiven(await answer.readText(), query)
  return measure.score({ ...nothing, results: showResults(answer, query), given }, query) ?? 0
}
