import type { Measure } from '../measures/measure.js'
import type { ComparedQuery, DocumentChange } from './comparison.js'
import { documentChanges } from './document-changes.js'
import { rounding } from './rounding.js'
import type { AnswerPair } from './standing.js'

function discountAt(rank: number | null): number {
  return rank === null ? 0 : 1 / Math.log2(rank + 1)
}

/** What a relevant document's move is worth, as nDCG counts it; the measure at hand may not tell documents apart. */
function worthOfMove({ grade, first, second }: DocumentChange): number {
  return (2 ** grade - 1) * (discountAt(second.rank) - discountAt(first.rank))
}

/** The reason of the relevant document that moved the figure most. */
function mainReason(documents: readonly DocumentChange[], difference: number): string {
  if (difference === 0) return ''
  const moved = documents
    .filter(({ role }) => role === 'relevant')
    .map((change) => ({ change, gain: worthOfMove(change) * Math.sign(difference) }))
    .filter(({ gain }) => gain > 0)
  return moved.toSorted((a, b) => b.gain - a.gain)[0]?.change.reason ?? ''
}

/** What became of a query from the first run to the second, and why. */
export function compareQuery(pair: AnswerPair, measure: Measure): ComparedQuery {
  const { query } = pair
  const grades = new Map(Object.entries(query.grades))
  const first = measure.score(pair.first.answer.documents, grades)
  const second = measure.score(pair.second.answer.documents, grades)
  const difference = Math.abs(second - first) < rounding ? 0 : second - first
  const documents = documentChanges(pair)
  const { id, text, kind } = query
  return { id, text, kind, first, second, difference, reason: mainReason(documents, difference), documents }
}
