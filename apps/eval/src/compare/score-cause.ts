import { wholePercent } from '../render/figures.js'
import type { KeptContribution, RankedDocument } from '../run/run.js'
import type { SettingName } from './pair-runs.js'
import { brief, foundAs, partOf, rounding } from './wording.js'

/** The cause of a change in words, and the settings that can be behind it. */
export interface Cause {
  readonly text: string
  readonly settings: readonly SettingName[]
}

interface ScorePair {
  readonly first: RankedDocument
  readonly second: RankedDocument
  /** Whether one strategy made both, so that values can be compared. */
  readonly isSameScale: boolean
  /** Whether the document stands lower in the second run, so that what it lost explains it. */
  readonly isLower: boolean
}

/** One retriever's part in a document's score, in both runs; undefined if it was not asked. */
interface ScorePart {
  readonly source: string
  readonly first: KeptContribution | undefined
  readonly second: KeptContribution | undefined
}

type Reading = (contribution: KeptContribution | undefined) => number

const readRank: Reading = (contribution) => -(contribution?.rank ?? Infinity)
const readRaw: Reading = (contribution) => contribution?.raw ?? 0
/** Without a coverage the value counts in full. */
const readCoverage: Reading = (contribution) => contribution?.coverage ?? 1

/**
 * Finds what changed in a document's score: the retriever result that changed with the greatest effect, else the
 * weighing of the same results, else the score itself.
 */
export function scoreCause(pair: ScorePair): Cause {
  const { first, second, isSameScale } = pair
  const sources = [...first.contributions, ...second.contributions].map(({ source }) => source)
  const parts = [...new Set(sources)]
    .map((source) => ({ source, first: partOf(first, source), second: partOf(second, source) }))
    .map((part) => ({ ...part, effect: effectOf(part, pair) }))
    .filter(({ effect }) => effect > rounding)
    .toSorted((a, b) => b.effect - a.effect)
  const changed = parts.find(isFoundOtherwise)
  const part = changed ?? parts[0]
  if (!part) {
    const text = describeChange('its own score went', brief(first.score), brief(second.score))
    return { text: text || 'its own score is the same', settings: [] }
  }
  const text = `${otherChunk(first, second)}${changed ? '' : 'found alike, '}${describePart(part, isSameScale)}`
  return { text, settings: changed ? settingsBehind(changed) : ['version'] }
}

/** How much of its value was lost as the document fell, or gained as it rose; on two scales how its share of the score moved. */
function effectOf(part: ScorePart, { first, second, isSameScale, isLower }: ScorePair): number {
  if (isSameScale) return isLower ? -valueGain(part) : valueGain(part)
  return Math.abs(shareOf(part.second, second) - shareOf(part.first, first))
}

function shareOf(contribution: KeptContribution | undefined, { score }: RankedDocument): number {
  return contribution && score !== 0 ? contribution.value / score : 0
}

function valueGain({ first, second }: ScorePart): number {
  return (second?.value ?? 0) - (first?.value ?? 0)
}

/** Whether rank, score or coverage differ in the digits that are shown. */
function isFoundOtherwise(part: ScorePart): boolean {
  const { first, second } = part
  return first?.rank !== second?.rank || rawOf(first) !== rawOf(second) || !isCoveredAlike(part)
}

function isCoveredAlike({ first, second }: ScorePart): boolean {
  return wholePercent(readCoverage(first)) === wholePercent(readCoverage(second))
}

function rawOf(contribution: KeptContribution | undefined): string {
  return typeof contribution?.raw === 'number' ? brief(contribution.raw) : ''
}

function settingsBehind({ source, first, second }: ScorePart): SettingName[] {
  const isLost = (first?.rank ?? null) === null || (second?.rank ?? null) === null
  const settings = ['model', 'chunk tokens', 'chunk overlap', 'candidates', 'version'] as const
  return settings.filter(
    (name) => (name !== 'model' || source === 'vector') && (name !== 'candidates' || isLost),
  )
}

function otherChunk(first: RankedDocument, second: RankedDocument): string {
  if (first.startLine === second.startLine && first.endLine === second.endLine) return ''
  return `other lines of it, ${first.startLine}–${first.endLine} → ${second.startLine}–${second.endLine}, `
}

function describeChange(words: string, before: string, after: string): string {
  return before === after ? '' : `${words} ${before} → ${after}`
}

function describePart(part: ScorePart, isSameScale: boolean): string {
  const { source, first, second } = part
  const value = `value ${brief(first?.value ?? 0)} → ${brief(second?.value ?? 0)}`
  const move = describeMove(part, isSameScale)
  const coverage = isSameScale ? describeCoverage(part) : ''
  return `${source}${move === '' ? "'s" : ` ${move}, its`} ${value}${coverage}`
}

/** The change that explains the value: of the rank, else of the score; empty if neither does. */
function describeMove(part: ScorePart, isSameScale: boolean): string {
  const rank = describeRank(part)
  const score = describeChange('score', rawOf(part.first), rawOf(part.second))
  if (!isSameScale) return rank || score
  if (rank && explainsValue(readRank, part)) return rank
  return explainsValue(readRaw, part) ? score : ''
}

function describeRank({ first, second }: ScorePart): string {
  const [before, after] = [foundAs(first), foundAs(second)]
  const isRanked = typeof first?.rank === 'number' && typeof second?.rank === 'number'
  return before === after ? '' : `${before} → ${isRanked ? second.rank : after}`
}

function explainsValue(read: Reading, part: ScorePart): boolean {
  const [before, after] = [read(part.first), read(part.second)]
  return valueGain(part) > 0 ? after > before : after < before
}

/** How query coverage explains the value, as in "… as it matches 12 % of the question"; empty if it does not. */
function describeCoverage(part: ScorePart): string {
  if (isCoveredAlike(part) || !explainsValue(readCoverage, part)) return ''
  const [before, after] = [part.first?.coverage, part.second?.coverage]
  if (after === undefined) return ` as matching ${wholePercent(before ?? 1)} of the question no longer counts`
  const earlier = before === undefined ? '' : `${wholePercent(before)} → `
  return ` as it matches ${earlier}${wholePercent(after)} of the question`
}
