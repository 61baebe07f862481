import type { RankedDocument } from '../run/run.js'
import { foundAs } from './wording.js'

/** Two documents in one ranking. */
export interface Contest {
  readonly strategy: string
  readonly document: RankedDocument
  readonly rival: RankedDocument
  /** Whether the document stands above the rival. */
  readonly isAhead: boolean
}

/** Below this, scores differ by rounding alone. */
const rounding = 1e-9

/** The retriever whose values lie furthest apart in favour of the one ahead; undefined where none does. */
function decisiveSource({ document, rival, isAhead }: Contest): string | undefined {
  const [ahead, behind] = isAhead ? [document, rival] : [rival, document]
  const leads = ahead.contributions.map(({ source, value }) => {
    const other = behind.contributions.find((contribution) => contribution.source === source)
    return { source, lead: value - (other?.value ?? 0) }
  })
  return leads.filter(({ lead }) => lead > rounding).toSorted((a, b) => b.lead - a.lead)[0]?.source
}

function describeContest(contest: Contest, isNamed: boolean): string {
  const { strategy, document, rival } = contest
  const of = isNamed ? ` of ${rival.document}` : ''
  const source = decisiveSource(contest)
  if (source === undefined || Math.abs(document.score - rival.score) <= rounding) {
    return `${strategy} scores it like ${isNamed ? rival.document : 'the other'}`
  }
  const [own, other] = [document, rival].map(({ contributions }) =>
    foundAs(contributions.find((contribution) => contribution.source === source)),
  )
  return `${strategy} goes by ${source} (${own} against ${other}${of})`
}

/** Why two strategies put two documents in opposite orders: what each goes by. The first contest names the rival. */
export function explainRivalry(contests: readonly Contest[]): string {
  return contests.map((contest, index) => describeContest(contest, index === 0)).join(', ')
}
