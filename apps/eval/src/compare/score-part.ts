import type { Contribution } from '@recallite/fusion'
import { brief, foundAs } from './wording.js'

/** One retriever's part in a document's score, in both runs; undefined where it was not asked. */
export interface ScorePart {
  readonly source: string
  readonly first: Contribution | undefined
  readonly second: Contribution | undefined
}

function rawOf(contribution: Contribution | undefined): string {
  return typeof contribution?.raw === 'number' ? brief(contribution.raw) : ''
}

/** Whether a retriever found the document otherwise, in rank or in a score's digits that anybody sees. */
export function isFoundOtherwise({ first, second }: ScorePart): boolean {
  return first?.rank !== second?.rank || rawOf(first) !== rawOf(second)
}

/** By how much its value rose; only values of one strategy can be compared. */
export function gainOf({ first, second }: ScorePart): number {
  return (second?.value ?? 0) - (first?.value ?? 0)
}

/** Higher is better. */
type Reading = (contribution: Contribution | undefined) => number

const readPlace: Reading = (contribution) => -(contribution?.rank ?? Infinity)
const readRaw: Reading = (contribution) => contribution?.raw ?? 0

/** Whether rank or score moved as the value did: a better one that is worth less is not what happened. */
function isTelling(read: Reading, part: ScorePart): boolean {
  const [before, after] = [read(part.first), read(part.second)]
  return gainOf(part) > 0 ? after > before : after < before
}

function describeRank({ first, second }: ScorePart): string {
  const [before, after] = [foundAs(first), foundAs(second)]
  const isRanked = typeof first?.rank === 'number' && typeof second?.rank === 'number'
  return before === after ? '' : `${before} → ${isRanked ? second.rank : after}`
}

function describeRaw({ first, second }: ScorePart): string {
  const [before, after] = [rawOf(first), rawOf(second)]
  return before === after ? '' : `score ${before} → ${after}`
}

/** The move that explains the value: of the rank, else of the score; empty where neither does. */
function describeMove(part: ScorePart, isSameScale: boolean): string {
  const rank = describeRank(part)
  if (!isSameScale) return rank || describeRaw(part)
  if (rank && isTelling(readPlace, part)) return rank
  return isTelling(readRaw, part) ? describeRaw(part) : ''
}

/** What became of a retriever's part: `keyword rank 1 → not found, its value 0.31 → 0`. */
export function describePart(part: ScorePart, isSameScale: boolean): string {
  const { source, first, second } = part
  const value = `value ${brief(first?.value ?? 0)} → ${brief(second?.value ?? 0)}`
  const move = describeMove(part, isSameScale)
  return move === '' ? `${source}'s ${value}` : `${source} ${move}, its ${value}`
}
