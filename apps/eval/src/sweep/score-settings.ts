import { defaultChunking, searchDefaults } from '@recallite/core'
import { abstention, found, isAnswerable, type AnswerMeasure } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import { measureGiven } from '../replay/agent-text.js'
import { rankDocuments, search, showResults } from '../replay/ask-query.js'
import { withIndexedSuite, type IndexSuiteOptions } from '../replay/index-suite.js'
import type { Subject } from '../replay/subject.js'
import type { RunQuery } from '../run/run.js'
import type { Strategy } from '../strategy/strategy-table.js'
import type { Suite, TextCorpus } from '../suite/suite.js'
import { strategyOf, type Setting } from './setting.js'

interface ScoringOptions extends Omit<IndexSuiteOptions, 'chunking'> {
  readonly objective: Objective
  /** Gets what is missing from an index. */
  readonly onNote: (note: string) => void
}

type Asking = Pick<ScoringOptions, 'signal'> & { readonly strategy: Strategy }

/** What a sweep maximises. */
export interface Objective {
  readonly name: string
  /** Whether a query can be scored. */
  readonly takes: (query: RunQuery) => boolean
  /** From 0 to 1. */
  readonly score: (subject: Subject, query: RunQuery, asking: Asking) => Promise<number>
}

/** Right decisions about a threshold: 1 if a relevant document is shown, or if nothing is shown and nothing answers. */
export const decision = shownObjective({
  name: 'decision',
  score: (answer, query) => found.score(answer, query) ?? abstention.score(answer, query),
})

/** A measure of what is shown by the setting's limit and threshold, over the queries that it applies to. */
export function shownObjective({ name, score }: AnswerMeasure): Objective {
  const nothing = { results: [], given: { tokens: 0, toAnswer: null } }
  return {
    name,
    takes: (query) => score(nothing, query) !== undefined,
    async score(subject, query, { strategy, signal }) {
      const answer = await search(subject, query, { strategy, signal })
      const given = measureGiven(await answer.readText(), query)
      return score({ results: showResults(answer, query), given }, query) ?? 0
    },
  }
}

/** A measure of rankings, over the queries that some document answers, without a threshold. */
export function rankingObjective({ name, depth, score }: Measure): Objective {
  const settings = { candidates: searchDefaults.candidates, threshold: 0 }
  return {
    name,
    takes: isAnswerable,
    async score(subject, query, { strategy, signal }) {
      const asking = { strategy, signal, depth, settings }
      const { results } = await rankDocuments(subject, query, asking)
      const documents = results.map(({ document }) => document)
      return score(documents, new Map(Object.entries(query.grades)))
    },
  }
}

/**
 * Scores every setting on the queries of each suite that the objective can score: an array for each setting, in their
 * order, with the queries suite by suite. Settings with the same chunk size share an index, and all settings share the model's tape.
 * @throws CodedError `LOCKED`, EvaluationError, MemoryError, StoreError
 */
export async function scoreSettings(
  suites: readonly { readonly suite: Suite<TextCorpus>; readonly queries: readonly RunQuery[] }[],
  settings: readonly Setting[],
  options: ScoringOptions,
): Promise<Float64Array[]> {
  const { objective, signal, onNote } = options
  const tried = settings.map((setting) => ({
    chunking: {
      target: setting.chunkTokens ?? defaultChunking.target,
      overlap: setting.chunkOverlap ?? defaultChunking.overlap,
    },
    strategy: strategyOf(setting),
    scores: [] as number[],
  }))
  const byChunking = Map.groupBy(tried, ({ chunking }) => `${chunking.target} ${chunking.overlap}`)
  for (const group of byChunking.values()) {
    const { chunking = defaultChunking } = group[0] ?? {}
    for (const { suite, queries } of suites) {
      await withIndexedSuite(suite, { ...options, chunking }, async (indexed) => {
        for (const note of indexed.notes) onNote(`${suite.name}: ${note}`)
        await indexed.askEach(queries, async (query) => {
          for (const { strategy, scores } of group) {
            scores.push(await objective.score(indexed.subject, query, { strategy, signal }))
          }
        })
      })
    }
  }
  return tried.map(({ scores }) => Float64Array.from(scores))
}
