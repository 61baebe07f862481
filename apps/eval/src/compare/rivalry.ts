import type { Contribution } from '@recallite/fusion'
import { wholePercent } from '../render/figures.js'
import type { RankedDocument } from '../run/run.js'
import { rounding } from './rounding.js'
import { foundAs } from './wording.js'

/** Two documents in one ranking, with what its strategy weighed. */
export interface Contest {
  readonly strategy: string
  readonly document: RankedDocument
  readonly rival: RankedDocument
  /** Whether the document stands above the rival. */
  readonly isAhead: boolean
}

function partOf({ contributions }: RankedDocument, source: string): Contribution | undefined {
  return contributions.find((contribution) => contribution.source === source)
}

interface Order {
  readonly ahead: RankedDocument
  readonly behind: RankedDocument
}

/** The retriever whose values lie furthest apart in favour of the one ahead; undefined where none does. */
function decisiveSource({ ahead, behind }: Order): string | undefined {
  const leads = ahead.contributions.map(({ source, value }) => ({
    source,
    lead: value - (partOf(behind, source)?.value ?? 0),
  }))
  return leads.filter(({ lead }) => lead > rounding).toSorted((a, b) => b.lead - a.lead)[0]?.source
}

/** How much of the question each matches, where that speaks for the one ahead. */
function describeCoverage({ document, rival, isAhead }: Contest, source: string): string {
  const [own, other] = [document, rival].map((ranked) => partOf(ranked, source)?.coverage)
  if (own === undefined || other === undefined) return ''
  const [said, against] = [wholePercent(own), wholePercent(other)]
  const isTelling = said !== against && own > other === isAhead
  return isTelling ? `; matches ${said} of the question against ${against}` : ''
}

function describeContest(contest: Contest, isNamed: boolean): string {
  const { strategy, document, rival, isAhead } = contest
  const [ahead, behind] = isAhead ? [document, rival] : [rival, document]
  const lead = ahead.score - behind.score
  const named = isNamed ? rival.document : 'the other'
  if (Math.abs(lead) <= rounding) return `${strategy} scores it like ${named}`
  // As a control does that turns rankings upside down.
  if (lead < 0) return `${strategy} orders ${isNamed ? `it and ${named}` : 'the two'} otherwise than by score`
  const source = decisiveSource({ ahead, behind })
  if (source === undefined) return `${strategy} scores it ${isAhead ? 'higher' : 'lower'} than ${named}`
  const of = isNamed ? ` of ${rival.document}` : ''
  const [own, other] = [document, rival].map((ranked) => foundAs(partOf(ranked, source)))
  return `${strategy} goes by ${source} (${own} against ${other}${of}${describeCoverage(contest, source)})`
}

/** Why two strategies put two documents in opposite orders: what each goes by. The first contest names the rival. */
export function explainRivalry(contests: readonly Contest[]): string {
  return contests.map((contest, index) => describeContest(contest, index === 0)).join(', ')
}
