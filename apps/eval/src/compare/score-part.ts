import type { Contribution } from '@recallite/fusion'
import { wholePercent } from '../render/figures.js'
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

/** Higher is better. */
type Reading = (contribution: Contribution | undefined) => number

const readRank: Reading = (contribution) => -(contribution?.rank ?? Infinity)
const readRaw: Reading = (contribution) => contribution?.raw ?? 0
/** Without a coverage the value counts in full. */
const readCoverage: Reading = (contribution) => contribution?.coverage ?? 1

function isCoveredAlike({ first, second }: ScorePart): boolean {
  return wholePercent(readCoverage(first)) === wholePercent(readCoverage(second))
}

/** Whether a retriever found the document otherwise: in rank, or in digits that anybody sees of score or coverage. */
export function isFoundOtherwise(part: ScorePart): boolean {
  const { first, second } = part
  return first?.rank !== second?.rank || rawOf(first) !== rawOf(second) || !isCoveredAlike(part)
}

/** By how much its value rose; only values of one strategy can be compared. */
export function valueGain({ first, second }: ScorePart): number {
  return (second?.value ?? 0) - (first?.value ?? 0)
}

/** Whether a reading moved as the value did: a better one that is worth less is not what happened. */
function isTelling(read: Reading, part: ScorePart): boolean {
  const [before, after] = [read(part.first), read(part.second)]
  return valueGain(part) > 0 ? after > before : after < before
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
  if (rank && isTelling(readRank, part)) return rank
  return isTelling(readRaw, part) ? describeRaw(part) : ''
}

/** What of the value's move its coverage explains, as in "… as it matches 12 % of the question"; empty where nothing. */
function describeCoverage(part: ScorePart): string {
  if (isCoveredAlike(part) || !isTelling(readCoverage, part)) return ''
  const [before, after] = [part.first?.coverage, part.second?.coverage]
  if (after === undefined) return ` as matching ${wholePercent(before ?? 1)} of the question no longer counts`
  const earlier = before === undefined ? '' : `${wholePercent(before)} → `
  return ` as it matches ${earlier}${wholePercent(after)} of the question`
}

/** What became of a retriever's part: `keyword rank 1 → not found, its value 0.31 → 0`. */
export function describePartChange(part: ScorePart, isSameScale: boolean): string {
  const { source, first, second } = part
  const value = `value ${brief(first?.value ?? 0)} → ${brief(second?.value ?? 0)}`
  const move = describeMove(part, isSameScale)
  const coverage = isSameScale ? describeCoverage(part) : ''
  return `${source}${move === '' ? "'s" : ` ${move}, its`} ${value}${coverage}`
}
