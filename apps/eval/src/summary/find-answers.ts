import { EvaluationError } from '../errors.js'
import type { Answer, Run, RunQuery, RunSuite } from '../run/run.js'

/** A query with one strategy's answer to it. */
export interface Answered {
  readonly query: RunQuery
  readonly answer: Answer
}

/** A strategy's answers to a suite's queries, in the order of the queries. */
export type FindAnswers = (suite: RunSuite, strategy: string) => Answered[]

type Asked = Pick<Answer, 'suite' | 'strategy' | 'query'>

function keyOf({ suite, strategy, query }: Asked): string {
  return JSON.stringify([suite, strategy, query])
}

function incomplete(what: string, { suite, strategy, query }: Asked): EvaluationError {
  const asked = `${strategy} to query ${JSON.stringify(query)} of ${JSON.stringify(suite)}`
  return new EvaluationError(
    'EVALUATION_RUN_INCOMPLETE',
    `The run has ${what} of ${asked}. Run the suite again.`,
  )
}

/**
 * Looks up the answers of a run, which must have one of each strategy to each query.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`, also from what it returns
 */
export function answersOf({ answers }: Pick<Run, 'answers'>): FindAnswers {
  const byKey = new Map<string, Answer>()
  for (const answer of answers) {
    const key = keyOf(answer)
    if (byKey.has(key)) throw incomplete('two answers', answer)
    byKey.set(key, answer)
  }
  return (suite, strategy) =>
    suite.queries.map((query) => {
      const asked = { suite: suite.name, strategy, query: query.id }
      const answer = byKey.get(keyOf(asked))
      if (!answer) throw incomplete('no answer', asked)
      return { query, answer }
    })
}
