import type { RunQuery } from '../run/run.js'
import { relevantDocuments, type ShownAnswer } from './answer-measure.js'

/** A query and what was shown for it. */
export interface ShownFor {
  readonly query: Pick<RunQuery, 'grades'>
  readonly answer: ShownAnswer
}

/** How many files pass, of all that some query is for. */
export interface PassingFiles {
  readonly passed: number
  readonly total: number
}

interface Tally {
  found: number
  queries: number
}

/** At least 3 of its queries; where it has fewer than 5, at least 3/5 of them. */
function passes({ found, queries }: Tally): boolean {
  return found >= 3 || (queries < 5 && found * 5 >= queries * 3)
}

/**
 * Files that pass, as OpenClaw's issue #16021 counts them. A query is for each document that answers it, and finds
 * those that are among the results. A file passes when at least 3 of its queries find it, however many it has; with
 * fewer than 5 queries a share of 3/5 is enough: 1 of 1, 2 of 2, 2 of 3, 3 of 4. Null where no document answers any
 * query, or where what was shown is not known for all that have one.
 */
export function passingFiles(shown: readonly ShownFor[]): PassingFiles | null {
  const tallies = new Map<string, Tally>()
  for (const { query, answer } of shown) {
    const relevant = relevantDocuments(query)
    if (relevant.length === 0) continue
    if (!answer.results) return null
    const documents = new Set(answer.results.map(({ document }) => document))
    for (const id of relevant) {
      const tally = tallies.get(id) ?? { found: 0, queries: 0 }
      tally.queries += 1
      tally.found += documents.has(id) ? 1 : 0
      tallies.set(id, tally)
    }
  }
  if (tallies.size === 0) return null
  return { passed: [...tallies.values()].filter(passes).length, total: tallies.size }
}
