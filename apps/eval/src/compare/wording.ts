import type { KeptContribution, RankedDocument } from '../run/run.js'
import type { Absence, Side } from './standing.js'

/** Scores and figures that differ by less are equal except for rounding. */
export const rounding = 1e-9

/** A score of any size with three significant digits. */
export function brief(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** How a retriever found a document: its rank, that it did not find it, or that it did not score it. */
export function foundAs(contribution: KeptContribution | undefined): string {
  if (!contribution) return 'not asked'
  const { rank, raw } = contribution
  if (rank !== null) return `rank ${rank}`
  return raw === null ? 'no score' : 'not found'
}

/** Why a document is not in a ranking, as in "it is …". */
export function absentAs(absence: Absence | null, { depth, settings }: Side['run']): string {
  if (absence === 'beyond-depth') return `not among the first ${depth}`
  if (absence === 'below-threshold' && settings) return `below the threshold ${brief(settings.threshold)}`
  return absence === 'not-a-candidate' ? 'not among the candidates' : 'not in the ranking'
}

/** What a retriever contributed to a document's score; undefined if the retriever was not asked. */
export function partOf({ contributions }: RankedDocument, source: string): KeptContribution | undefined {
  return contributions.find((contribution) => contribution.source === source)
}
