import { searchDefaults } from '@recallite/core'
import type { RunQuery } from '../run/run.js'
import { abstention } from '../measures/abstention.js'
import { isAnswerable } from '../measures/answer-measure.js'
import { found } from '../measures/found.js'
import type { Measure } from '../measures/measure.js'
import { rankDocuments } from '../replay/rank-documents.js'
import { searchSubject, type Subject } from '../replay/search-subject.js'
import { showResults } from '../replay/show-results.js'
import type { Strategy } from '../strategy/strategy.js'

/** What a sweep makes as high as possible. */
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

/** A measure of rankings, over the queries that some document answers; thresholds play no part. */
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

/**
 * Right decisions: 1 where a document that answers is shown, or nothing where nothing answers. It weighs what a
 * threshold finds against what it refuses, by the suite's own shares of the two.
 */
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
