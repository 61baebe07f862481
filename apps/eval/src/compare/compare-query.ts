import { relevantDocuments, type AnswerMeasure } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import { gradeOf, type Answer, type RunQuery } from '../run/run.js'
import { reasonOf } from './reason.js'
import { overtakers, standingOf, type AnswerPair, type DocumentChange } from './standing.js'
import { brief, rounding } from './wording.js'

/** The most documents of each role that are reported besides the relevant ones. */
const mostNeighbours = 3

/** A query in both runs. */
export type ComparedQuery = NonNullable<ReturnType<typeof compareQuery>>

/** How a query changed from the first run to the second, and why; null if the measure does not apply to it in both. */
export function compareQuery(pair: AnswerPair, measure: Measure | AnswerMeasure) {
  const { id, text, kind } = pair.query
  const first = scoreBy(measure, pair.first.answer, pair.query)
  const second = scoreBy(measure, pair.second.answer, pair.query)
  if (first === undefined || second === undefined) return null
  const difference = Math.abs(second - first) < rounding ? 0 : second - first
  const documents = documentChanges(pair)
  const reason = ('depth' in measure ? '' : decisionReason(pair)) || mainReason(documents, difference)
  return { id, text, kind, first, second, difference, reason, documents }
}

function scoreBy(measure: Measure | AnswerMeasure, answer: Answer, query: RunQuery): number | undefined {
  if ('depth' in measure) return measure.score(answer.documents, new Map(Object.entries(query.grades)))
  return measure.score(answer, query)
}

/** That only one of the two shows anything, and how confident it is; empty if both do or neither does. */
function decisionReason({ first, second }: AnswerPair): string {
  const [before, after] = [first.answer, second.answer]
  const [wasShown, isShown] = [before, after].map(({ results }) => (results?.length ?? 0) > 0)
  if (wasShown === isShown) return ''
  const confidences = [before, after].map(({ unfiltered }) => unfiltered && brief(unfiltered.confidence))
  const known = confidences.every((each) => each !== undefined)
  const change = known ? `: confidence ${confidences.join(' → ')}` : ''
  return `${isShown ? 'shows results now, before nothing' : 'shows nothing now'}${change}`
}

/** The reason of the relevant document that moved the figure most; empty if nothing changed. */
function mainReason(documents: readonly DocumentChange[], difference: number): string {
  const [best] = documents
    .filter(({ role }) => role === 'relevant')
    .map((change) => ({ reason: change.reason, gain: gainOf(change) * Math.sign(difference) }))
    .toSorted((a, b) => b.gain - a.gain)
  return best && best.gain > 0 ? best.reason : ''
}

/** The gain by nDCG, as other measures may not distinguish documents. */
function gainOf({ grade, first, second }: DocumentChange): number {
  const [before, after] = [first, second].map(({ rank }) => 1 / Math.log2((rank ?? Infinity) + 1)) as [
    number,
    number,
  ]
  return (2 ** grade - 1) * (after - before)
}

function bestRank({ first, second }: DocumentChange): number {
  return Math.min(first.rank ?? Infinity, second.rank ?? Infinity)
}

/** The relevant documents that either run ranked, best rank first, then some that passed them or fell behind. */
export function documentChanges(pair: AnswerPair): DocumentChange[] {
  const { query, first, second } = pair
  const changeOf = (document: string, role: DocumentChange['role']): DocumentChange => {
    const [ours, theirs] = [standingOf(document, first, second), standingOf(document, second, first)]
    const change = { document, grade: gradeOf(query, document), role, first: ours, second: theirs }
    return { ...change, reason: reasonOf(change, pair) }
  }
  const [before, after] = [first.answer.documents, second.answer.documents]
  const own = new Set(relevantDocuments(query))
  const relevant = [...own].filter((document) => before.includes(document) || after.includes(document))
  const some = (documents: readonly string[]) =>
    [...new Set(documents)].filter((document) => !own.has(document)).slice(0, mostNeighbours)
  const cameAbove = some(relevant.flatMap((document) => overtakers(document, after, before)))
  const gaveWay = some(relevant.flatMap((document) => overtakers(document, before, after)))
  const changes = relevant.map((document) => changeOf(document, 'relevant'))
  return [
    ...changes.toSorted((a, b) => bestRank(a) - bestRank(b)),
    ...cameAbove.map((document) => changeOf(document, 'came-above')),
    ...gaveWay
      .filter((document) => !cameAbove.includes(document))
      .map((document) => changeOf(document, 'gave-way')),
  ]
}
