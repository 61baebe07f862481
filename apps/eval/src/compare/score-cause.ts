import type { Contribution } from '@recallite/fusion'
import type { RankedDocument } from '../run/run.js'
import type { SettingName } from './differing-settings.js'
import { rounding } from './rounding.js'
import { describePartChange, isFoundOtherwise, valueGain, type ScorePart } from './score-part.js'
import { brief } from './wording.js'

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

/** A part, and how much it explains. */
interface Effect extends ScorePart {
  /**
   * On one scale, how much of its value was lost as the document fell, or gained as it rose; else how far its share of
   * the score moved.
   */
  readonly effect: number
}

const cutting: readonly SettingName[] = ['chunk tokens', 'chunk overlap']

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
