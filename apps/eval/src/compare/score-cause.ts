import type { Contribution } from '@recallite/fusion'
import { wholePercent } from '../render/figures.js'
import type { RankedDocument } from '../run/run.js'
import type { SettingName } from './pair-runs.js'
import { brief, foundAs, rounding } from './wording.js'

/** What is behind a change, in words, and the settings that can bring it about. */
export interface Cause {
  readonly text: string
  readonly settings: readonly SettingName[]
}

/** A document's score in both runs. */
export interface ScorePair {
  readonly first: RankedDocument
  readonly second: RankedDocument
  /** Whether one strategy made both, so that values can be compared. */
  readonly isSameScale: boolean
  /** Whether the document stands lower in the second run, so that what it lost explains it; else what it gained. */
  readonly isLower: boolean
}

const readRank: Reading = (contribution) => -(contribution?.rank ?? Infinity)

const readRaw: Reading = (contribution) => contribution?.raw ?? 0

/** Without a coverage the value counts in full. */
const readCoverage: Reading = (contribution) => contribution?.coverage ?? 1

const cutting: readonly SettingName[] = ['chunk tokens', 'chunk overlap']

/**
 * What changed in how a document's score came about: what a retriever found otherwise that had the greatest effect, else
 * that the same findings were weighed otherwise, else what the score itself did.
 */
export function scoreCause(pair: ScorePair): Cause {
  const parts = effectsOf(pair).filter(({ effect }) => effect > rounding)
  const chunk = otherChunk(pair.first, pair.second)
  const part = greatest(parts.filter(isFoundOtherwise)) ?? greatest(parts)
  return part ? causeOfPart(part, chunk, pair.isSameScale) : scoreItself(pair)
}

/** A part, and how much it explains. */
interface Effect extends ScorePart {
  /**
   * On one scale, how much of its value was lost as the document fell, or gained as it rose; else how far its share of
   * the score moved.
   */
  readonly effect: number
}

function shareOf(contribution: Contribution | undefined, { score }: RankedDocument): number {
  return contribution && score !== 0 ? contribution.value / score : 0
}

function effectOf(part: ScorePart, { first, second, isSameScale, isLower }: ScorePair): number {
  if (!isSameScale) return Math.abs(shareOf(part.second, second) - shareOf(part.first, first))
  return isLower ? -valueGain(part) : valueGain(part)
}

function effectsOf(pair: ScorePair): Effect[] {
  const { first, second } = pair
  const sources = [...first.contributions, ...second.contributions].map(({ source }) => source)
  return [...new Set(sources)].map((source) => {
    const part = {
      source,
      first: first.contributions.find((contribution) => contribution.source === source),
      second: second.contributions.find((contribution) => contribution.source === source),
    }
    return { ...part, effect: effectOf(part, pair) }
  })
}

function greatest(parts: readonly Effect[]): Effect | undefined {
  return parts.toSorted((a, b) => b.effect - a.effect)[0]
}

/** Settings that can be behind what a retriever found. */
function settingsBehind({ source, first, second }: ScorePart): SettingName[] {
  const isLost = (first?.rank ?? null) === null || (second?.rank ?? null) === null
  const own: readonly SettingName[] = source === 'vector' ? ['model'] : []
  return [...own, ...cutting, ...(isLost ? (['candidates'] as const) : []), 'version']
}

function otherChunk(first: RankedDocument, second: RankedDocument): string {
  if (first.startLine === second.startLine && first.endLine === second.endLine) return ''
  return `other lines of it, ${first.startLine}–${first.endLine} → ${second.startLine}–${second.endLine}, `
}

function causeOfPart(part: ScorePart, chunk: string, isSameScale: boolean): Cause {
  const text = `${chunk}${isFoundOtherwise(part) ? '' : 'found alike, '}${describePartChange(part, isSameScale)}`
  return { text, settings: isFoundOtherwise(part) ? settingsBehind(part) : ['version'] }
}

function scoreItself({ first, second }: ScorePair): Cause {
  const [before, after] = [brief(first.score), brief(second.score)]
  const text = before === after ? 'its own score is the same' : `its own score went ${before} → ${after}`
  return { text, settings: [] }
}

/** One retriever's part in a document's score, in both runs; undefined where it was not asked. */
interface ScorePart {
  readonly source: string
  readonly first: Contribution | undefined
  readonly second: Contribution | undefined
}

function rawOf(contribution: Contribution | undefined): string {
  return typeof contribution?.raw === 'number' ? brief(contribution.raw) : ''
}

/** Higher is better. */
type Reading = (contribution: Contribution | undefined) => number

function isCoveredAlike({ first, second }: ScorePart): boolean {
  return wholePercent(readCoverage(first)) === wholePercent(readCoverage(second))
}

/** Whether a retriever found the document otherwise: in rank, or in digits that anybody sees of score or coverage. */
function isFoundOtherwise(part: ScorePart): boolean {
  const { first, second } = part
  return first?.rank !== second?.rank || rawOf(first) !== rawOf(second) || !isCoveredAlike(part)
}

/** By how much its value rose; only values of one strategy can be compared. */
function valueGain({ first, second }: ScorePart): number {
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
function describeCoverageChange(part: ScorePart): string {
  if (isCoveredAlike(part) || !isTelling(readCoverage, part)) return ''
  const [before, after] = [part.first?.coverage, part.second?.coverage]
  if (after === undefined) return ` as matching ${wholePercent(before ?? 1)} of the question no longer counts`
  const earlier = before === undefined ? '' : `${wholePercent(before)} → `
  return ` as it matches ${earlier}${wholePercent(after)} of the question`
}

/** What became of a retriever's part: `keyword rank 1 → not found, its value 0.31 → 0`. */
function describePartChange(part: ScorePart, isSameScale: boolean): string {
  const { source, first, second } = part
  const value = `value ${brief(first?.value ?? 0)} → ${brief(second?.value ?? 0)}`
  const move = describeMove(part, isSameScale)
  const coverage = isSameScale ? describeCoverageChange(part) : ''
  return `${source}${move === '' ? "'s" : ` ${move}, its`} ${value}${coverage}`
}
