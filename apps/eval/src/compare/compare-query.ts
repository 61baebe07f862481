import { relevantDocuments } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import { gradeOf } from '../run/run.js'
import type { ComparedQuery, DocumentChange, Standing } from './comparison.js'
import { reasonOf } from './reason.js'
import { type AnswerPair, overtakers, standingOf } from './standing.js'
import { rounding } from './wording.js'

/** Of those that came above a relevant document, or gave way to it, how many are looked at. */
const mostNeighbours = 3

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

/**
 * The documents that matter for how a query changed: the relevant ones that either run ranked, best rank first, then
 * up to three each of those that came above them and of those that gave way.
 */
export function documentChanges(pair: AnswerPair): DocumentChange[] {
  const relevant = relevantRanked(pair)
  const answering = relevant.map((document) => changeOf({ document, role: 'relevant' }, pair))
  return [
    ...answering.toSorted((a, b) => bestRank(a) - bestRank(b)),
    ...neighbours(relevant, pair).map((subject) => changeOf(subject, pair)),
  ]
}

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

interface Subject {
  readonly document: string
  readonly role: DocumentChange['role']
}

function bestRank({ first, second }: { first: Standing; second: Standing }): number {
  return Math.min(first.rank ?? Infinity, second.rank ?? Infinity)
}

function relevantRanked({ query, first, second }: AnswerPair): string[] {
  const ranked = new Set([...first.answer.documents, ...second.answer.documents])
  return relevantDocuments(query).filter((document) => ranked.has(document))
}

/** The first few documents that are not relevant themselves and changed places with the relevant ones. */
function neighbours(relevant: readonly string[], { query, first, second }: AnswerPair): Subject[] {
  const [before, after] = [first.answer.documents, second.answer.documents]
  const own = new Set(relevantDocuments(query))
  const distinct = (documents: readonly string[]) =>
    [...new Set(documents)].filter((document) => !own.has(document)).slice(0, mostNeighbours)
  const cameAbove = distinct(relevant.flatMap((document) => overtakers(document, after, before)))
  const gaveWay = distinct(relevant.flatMap((document) => overtakers(document, before, after)))
  return [
    ...cameAbove.map((document) => ({ document, role: 'came-above' }) as const),
    ...gaveWay
      .filter((document) => !cameAbove.includes(document))
      .map((document) => ({ document, role: 'gave-way' }) as const),
  ]
}

function changeOf({ document, role }: Subject, pair: AnswerPair): DocumentChange {
  const { query, first, second } = pair
  const standings = {
    first: standingOf(document, first, second),
    second: standingOf(document, second, first),
  }
  const change = { document, grade: gradeOf(query, document), role, ...standings }
  return { ...change, reason: reasonOf(change, pair) }
}
