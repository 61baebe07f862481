import { isAnswerable, relevantDocuments } from '../measures/answer-measure.js'
import { gradeOf } from '../run/grade-of.js'
import type { RunQuery, RunSuite } from '../run/run.js'
import type { ApartQueries } from './comparison.js'
import { unpaired } from './unpaired.js'

/** Where a query that both runs asked alike is among each suite's queries. */
export interface QueryPair {
  readonly query: RunQuery
  readonly first: number
  readonly second: number
}

/** A suite's queries by what can be done with them. */
export interface PairedQueries {
  /** In the order of the first run. */
  readonly pairs: readonly QueryPair[]
  readonly apart: ApartQueries
}

/** What becomes of a query that both runs have. */
type Group = keyof Pick<ApartQueries, 'otherText' | 'otherJudgements' | 'unanswerable'> | 'pairs'

/** Grades above 0 alone count: measures do not tell a document judged not relevant from one that nobody judged. */
function isJudgedAlike(one: RunQuery, other: RunQuery): boolean {
  const documents = relevantDocuments(one)
  return (
    documents.length === relevantDocuments(other).length &&
    documents.every((document) => gradeOf(one, document) === gradeOf(other, document))
  )
}

function groupOf(one: RunQuery, other: RunQuery): Group {
  if (one.text !== other.text) return 'otherText'
  if (!isJudgedAlike(one, other)) return 'otherJudgements'
  return isAnswerable(one) ? 'pairs' : 'unanswerable'
}

/** Pairs the queries of a suite in two runs by their ids. */
export function pairQueries(first: RunSuite, second: RunSuite): PairedQueries {
  const positions = new Map(second.queries.map(({ id }, position) => [id, position]))
  const grouped = first.queries.flatMap((query, position) => {
    const match = positions.get(query.id)
    const other = match === undefined ? undefined : second.queries[match]
    if (match === undefined || !other) return []
    return [{ pair: { query, first: position, second: match }, group: groupOf(query, other) }]
  })
  const pairsOf = (wanted: Group) => grouped.filter(({ group }) => group === wanted).map(({ pair }) => pair)
  const idsOf = (wanted: Group) => pairsOf(wanted).map(({ query }) => query.id)
  return {
    pairs: pairsOf('pairs'),
    apart: {
      ...unpaired(
        first.queries.map(({ id }) => id),
        second.queries.map(({ id }) => id),
      ),
      otherText: idsOf('otherText'),
      otherJudgements: idsOf('otherJudgements'),
      unanswerable: idsOf('unanswerable'),
    },
  }
}
