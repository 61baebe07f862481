import { relevantDocuments } from '../measures/answer-measure.js'
import { gradeOf } from '../run/grade-of.js'
import type { DocumentChange, Standing } from './comparison.js'
import { overtakers } from './displacement.js'
import { reasonOf } from './reason.js'
import { standingOf, type AnswerPair } from './standing.js'

/** Of those that came above a relevant document, or gave way to it, how many are looked at. */
const mostNeighbours = 3

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
