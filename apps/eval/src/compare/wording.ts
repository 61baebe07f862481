import type { Contribution } from '@recallite/fusion'
import type { RunHeader } from '../run/run.js'
import type { Absence } from './comparison.js'

const significant = 3

/** Scores and figures that are less apart are equal but for rounding. */
export const rounding = 1e-9

/** A score of any size, with the three digits that tell it from others. */
export function brief(value: number): string {
  return String(Number(value.toPrecision(significant)))
}

/** How a retriever came by a document: its rank, that it did not find it, or that it had no say. */
export function foundAs(contribution: Contribution | undefined): string {
  if (!contribution) return 'not asked'
  const { rank, raw } = contribution
  if (rank !== null) return `rank ${rank}`
  return raw === null ? 'no score' : 'not found'
}

/** Why a document is not in a ranking, as in "it is …". */
export function absentAs(
  absence: Absence | null,
  { depth, settings }: Pick<RunHeader, 'depth' | 'settings'>,
): string {
  if (absence === 'beyond-depth') return `not among the first ${depth}`
  if (absence === 'below-threshold' && settings) return `below the threshold ${brief(settings.minScore)}`
  return absence === 'not-a-candidate' ? 'not among the candidates' : 'not in the ranking'
}
