import { listSome, wholePercent } from '../render/figures.js'
import type { RankedDocument } from '../run/run.js'
import { scoreCause, type Cause } from './score-cause.js'
import { overtakers, weighedDocument, type AnswerPair, type DocumentChange, type Side } from './standing.js'
import { absentAs, brief, foundAs, partOf, rounding } from './wording.js'

type Change = Omit<DocumentChange, 'reason'>

type Contest = ReturnType<typeof contestIn>[number]

/** The settings that can change a rank, and those that can change whether a document is ranked. */
const behindRanks = ['candidates', 'model', 'chunk tokens', 'chunk overlap', 'version'] as const
const behindAbsence = ['threshold', 'depth', ...behindRanks] as const
const mostNamed = 2

/**
 * Says how a document moved and why, as in `a.md fell from 1 to 4: keyword rank 1 → not found, its value 0.31 → 0`.
 * Empty if its rank is the same.
 */
export function reasonOf(change: Change, pair: AnswerPair): string {
  if (change.first.rank === change.second.rank) return ''
  const cause = causeOf(change, pair)
  const settings = change.role === 'relevant' ? describeSettings(cause, pair) : ''
  const facts = [cause.text, describeRivals(change, pair), settings].filter((fact) => fact !== '')
  const movement = describeMovement(change, pair)
  return facts.length > 0 ? `${movement}: ${facts.join('; ')}` : movement
}

function describeMovement({ document, first, second }: Change, pair: AnswerPair): string {
  if (first.rank === null) {
    return `${document} is new at ${second.rank}, before ${absentAs(first.absence, pair.first.run)}`
  }
  if (second.rank === null) {
    return `${document} was at ${first.rank}, now ${absentAs(second.absence, pair.second.run)}`
  }
  return `${document} ${second.rank > first.rank ? 'fell' : 'rose'} from ${first.rank} to ${second.rank}`
}

function causeOf(change: Change, pair: AnswerPair): Cause {
  const { first, second, role } = change
  if (first.rank === null || second.rank === null) return absenceCause(change)
  if (!first.detail || !second.detail) return { text: '', settings: behindRanks }
  const [strategy, other] = [pair.first.answer.strategy, pair.second.answer.strategy]
  const isSameScale = strategy === other
  // Values of two strategies cannot be compared, but it can be said, of the relevant document, what each goes by.
  const rivalry = isSameScale ? undefined : rivalryCause(change, pair)
  if (rivalry) return role === 'relevant' ? rivalry : { text: '', settings: [] }
  return scoreCause({
    first: weighedDocument(strategy, first.detail),
    second: weighedDocument(other, second.detail),
    isSameScale,
    isLower: second.rank > first.rank,
  })
}

function absenceCause({ first, second }: Change): Cause {
  const { absence } = first.rank === null ? first : second
  const confidence = (first.detail ?? second.detail)?.confidence
  if (absence !== 'below-threshold' || confidence === undefined) return { text: '', settings: behindAbsence }
  return { text: `its confidence is ${brief(confidence)}`, settings: ['threshold'] }
}

function describeRivals(change: Change, pair: AnswerPair): string {
  const rivals = isLower(change) ? rivalsOf(change, pair) : []
  return rivals.length > 0 ? `${listSome(rivals, mostNamed)} came above it` : ''
}

/** The documents that stand above the document in the ranking where it stands lower. */
function rivalsOf(change: Change, pair: AnswerPair): string[] {
  const [before, after] = [pair.first.answer.documents, pair.second.answer.documents]
  const [lower, higher] = isLower(change) ? [after, before] : [before, after]
  return overtakers(change.document, lower, higher)
}

function isLower({ first, second }: Change): boolean {
  return (second.rank ?? Infinity) > (first.rank ?? Infinity)
}

/** The settings that can be the cause; several are only named, since the head of the output has their values. */
function describeSettings({ settings }: Cause, pair: AnswerPair): string {
  const known = pair.settings.filter(({ first, second }) => first !== null && second !== null)
  const [only, ...others] = known.filter(({ name }) => settings.includes(name))
  if (!only) return ''
  const isShort = others.length === 0 && only.name !== 'model'
  const said = isShort
    ? `${only.name} ${only.first} → ${only.second}`
    : [only, ...others].map(({ name }) => name).join(', ')
  return `settings differ: ${said}`
}

/** Why two strategies order a document and a rival differently; undefined if no ranking has details of both. */
function rivalryCause(change: Change, pair: AnswerPair): Cause | undefined {
  const contests = rivalsOf(change, pair).map((rival) =>
    [pair.first, pair.second].flatMap((side) => contestIn(side, change.document, rival)),
  )
  const [best] = contests.toSorted((a, b) => b.length - a.length)
  if (!best || best.length === 0) return undefined
  const text = best.map((contest, index) => describeContest(contest, index === 0)).join(', ')
  return { text, settings: [] }
}

function contestIn({ answer }: Side, document: string, rival: string) {
  const { documents, ranking, strategy } = answer
  const [own, other] = [document, rival].map((id) => ranking.find((ranked) => ranked.document === id))
  if (!own || !other) return []
  return [
    {
      strategy,
      document: weighedDocument(strategy, own),
      rival: weighedDocument(strategy, other),
      /** Whether the document stands above the rival. */
      isAhead: documents.indexOf(document) < documents.indexOf(rival),
    },
  ]
}

/** @param isNamed whether the rival is named; it is in the first contest */
function describeContest(contest: Contest, isNamed: boolean): string {
  const { strategy, document, rival, isAhead } = contest
  const [ahead, behind] = isAhead ? [document, rival] : [rival, document]
  const lead = ahead.score - behind.score
  const named = isNamed ? rival.document : 'the other'
  if (Math.abs(lead) <= rounding) return `${strategy} scores it like ${named}`
  // The control that reverses rankings does this.
  if (lead < 0) return `${strategy} orders ${isNamed ? `it and ${named}` : 'the two'} otherwise than by score`
  const source = decisiveSource(ahead, behind)
  if (source === undefined) return `${strategy} scores it ${isAhead ? 'higher' : 'lower'} than ${named}`
  const of = isNamed ? ` of ${rival.document}` : ''
  const [own, other] = [document, rival].map((ranked) => foundAs(partOf(ranked, source)))
  return `${strategy} goes by ${source} (${own} against ${other}${of}${describeCoverage(contest, source)})`
}

function decisiveSource(ahead: RankedDocument, behind: RankedDocument): string | undefined {
  const leads = ahead.contributions.map(({ source, value }) => ({
    source,
    lead: value - (partOf(behind, source)?.value ?? 0),
  }))
  return leads.filter(({ lead }) => lead > rounding).toSorted((a, b) => b.lead - a.lead)[0]?.source
}

/** The query coverage of each, if it speaks for the document ahead. */
function describeCoverage({ document, rival, isAhead }: Contest, source: string): string {
  const [own, other] = [document, rival].map((ranked) => partOf(ranked, source)?.coverage)
  if (own === undefined || other === undefined) return ''
  const [said, against] = [wholePercent(own), wholePercent(other)]
  return said !== against && own > other === isAhead
    ? `; matches ${said} of the question against ${against}`
    : ''
}
