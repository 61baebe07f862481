import type { Answer, Run, RunEnvironment, RunQuery } from '../run/run.js'
import type { Judgements } from '../suite/judgements.js'
import type { Rankings } from '../trec/trec-run.js'
import type { QueryText } from './read-query-texts.js'

/** What other programs answered to the queries of one collection. */
export interface TrecResults {
  /** What the collection is to be called. */
  readonly suite: string
  readonly judgements: Judgements
  /** By query id; a query that is not among them is called by its id. */
  readonly texts: ReadonlyMap<string, QueryText>
  /** By the name of the program, in the order of the tables. */
  readonly rankings: ReadonlyMap<string, Rankings>
}

/** When and on what the results become a run. */
export interface Occasion {
  readonly environment: RunEnvironment
  /** ISO 8601. */
  readonly startedAt: string
}

const leastDepth = 10

function toQueries({ judgements, texts }: TrecResults): RunQuery[] {
  return Array.from(judgements, ([id, grades]) => ({
    ...(texts.get(id) ?? { text: id, kind: '' }),
    id,
    grades: Object.fromEntries(grades),
    passages: [],
  }))
}

function depthOf({ rankings }: TrecResults, queries: readonly RunQuery[]): number {
  const lengths = [...rankings.values()].flatMap((byQuery) =>
    queries.map(({ id }) => byQuery.get(id)?.length ?? 0),
  )
  return lengths.reduce((most, length) => Math.max(most, length), leastDepth)
}

function toAnswer(suite: string, strategy: string, [query, documents]: [string, readonly string[]]): Answer {
  return { suite, strategy, query, documents, ranking: [], results: null, timings: null, degraded: [] }
}

/**
 * Results of other programs as a run of ours, whose figures are those of trec_eval: every judged query counts, one that
 * is not answered with an empty answer. Queries that ask nothing are left out, and so are answers to queries that nobody
 * judged. How texts were cut and found is not known.
 */
export function trecToRun(results: TrecResults, { environment, startedAt }: Occasion): Run {
  const { suite, rankings } = results
  const queries = toQueries(results)
  const asking = queries.filter(({ text }) => text.trim() !== '')
  const depth = depthOf(results, asking)
  const answers = Array.from(rankings, ([strategy, byQuery]) =>
    asking.map(({ id }) => toAnswer(suite, strategy, [id, byQuery.get(id) ?? []])),
  )
  const blank = queries.length - asking.length
  return {
    settings: null,
    depth,
    strategies: [...rankings.keys()],
    suites: [{ name: suite, description: '', queries: asking, blank, corpus: '' }],
    environment,
    startedAt,
    answers: answers.flat(),
  }
}

/** What of the results is not in the run, or counts nothing in it. */
export function trecNotes({ judgements, rankings }: TrecResults): string[] {
  return Array.from(rankings, ([strategy, byQuery]) => {
    const strange = [...byQuery.keys()].filter((id) => !judgements.has(id)).length
    const unanswered = [...judgements.keys()].filter((id) => !byQuery.has(id)).length
    return [
      ...(strange > 0 ? [`${strategy}: queries that nobody judged, left out: ${strange}`] : []),
      ...(unanswered > 0
        ? [`${strategy}: judged queries without an answer, counted as 0: ${unanswered}`]
        : []),
    ]
  }).flat()
}
