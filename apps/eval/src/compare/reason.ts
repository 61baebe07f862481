import type { Contribution } from '@recallite/fusion'
import { wholePercent } from '../render/figures.js'
import type { RankedDocument } from '../run/run.js'
import type { DocumentChange, Standing } from './comparison.js'
import type { SettingName } from './pair-runs.js'
import { type Cause, scoreCause } from './score-cause.js'
import { type AnswerPair, type Side, overtakers, weighedDocument } from './standing.js'
import { absentAs, brief, foundAs, rounding } from './wording.js'

const mostNamed = 2

const behindRanks: readonly SettingName[] = [
  'candidates',
  'model',
  'chunk tokens',
  'chunk overlap',
  'version',
]

const behindAbsence: readonly SettingName[] = ['min score', 'depth', ...behindRanks]

/**
 * What a document did and by which facts, in one line: `people/ada.md fell from 1 to 4: keyword rank 1 → not found, its
 * value 0.31 → 0`. Empty where it stands where it stood.
 */
export function reasonOf(change: Change, pair: AnswerPair): string {
  if (change.first.rank === change.second.rank) return ''
  const cause = causeOf(change, pair)
  const settings = change.role === 'relevant' ? describeSettings(cause, pair) : ''
  const facts = [cause.text, describeRivals(change, pair), settings]
  const said = facts.filter((fact) => fact !== '')
  return [movement(change, pair), ...(said.length > 0 ? [said.join('; ')] : [])].join(': ')
}

type Change = Omit<DocumentChange, 'reason'>

function absentIn({ run }: Side, { absence }: Standing): string {
  return absentAs(absence, run)
}

function movement({ document, first, second }: Change, pair: AnswerPair): string {
  if (first.rank === null)
    return `${document} is new at ${second.rank}, before ${absentIn(pair.first, first)}`
  if (second.rank === null) return `${document} was at ${first.rank}, now ${absentIn(pair.second, second)}`
  return `${document} ${second.rank > first.rank ? 'fell' : 'rose'} from ${first.rank} to ${second.rank}`
}

function absenceCause({ first, second }: Change): Cause {
  const absent = first.rank === null ? first : second
  const evidence = (first.detail ?? second.detail)?.evidence
  if (absent.absence !== 'below-threshold' || evidence === undefined)
    return { text: '', settings: behindAbsence }
  return { text: `its evidence is ${brief(evidence)}`, settings: ['min score'] }
}

/** Those that the document changed places with: above it in the ranking where it stands lower. */
function rivalsOf({ document, first, second }: Change, pair: AnswerPair): string[] {
  const [before, after] = [pair.first.answer.documents, pair.second.answer.documents]
  const isLower = (second.rank ?? Infinity) > (first.rank ?? Infinity)
  return isLower ? overtakers(document, after, before) : overtakers(document, before, after)
}

function contestIn({ answer }: Side, document: string, rival: string): Contest | undefined {
  const { documents, ranking, strategy } = answer
  const [own, other] = [document, rival].map((id) => ranking.find((ranked) => ranked.document === id))
  if (!own || !other) return undefined
  return {
    strategy,
    document: weighedDocument(strategy, own),
    rival: weighedDocument(strategy, other),
    isAhead: documents.indexOf(document) < documents.indexOf(rival),
  }
}

/** What two strategies go by where they order a document and another differently; undefined where nobody can tell. */
function rivalryCause(change: Change, pair: AnswerPair): Cause | undefined {
  const contests = rivalsOf(change, pair).map((rival) =>
    [pair.first, pair.second]
      .map((side) => contestIn(side, change.document, rival))
      .filter((contest) => contest !== undefined),
  )
  const [best] = contests.toSorted((a, b) => b.length - a.length)
  return best && best.length > 0 ? { text: explainRivalry(best), settings: [] } : undefined
}

function causeOf(change: Change, pair: AnswerPair): Cause {
  const { first, second, role } = change
  if (first.rank === null || second.rank === null) return absenceCause(change)
  if (!first.detail || !second.detail) return { text: '', settings: behindRanks }
  const isSameScale = pair.first.answer.strategy === pair.second.answer.strategy
  const isLower = second.rank > first.rank
  // Values of two strategies cannot be compared, but what each goes by can be said; once, of the one that answers.
  if (!isSameScale) {
    const rivalry = rivalryCause(change, pair)
    if (rivalry) return role === 'relevant' ? rivalry : { text: '', settings: [] }
  }
  const details = {
    first: weighedDocument(pair.first.answer.strategy, first.detail),
    second: weighedDocument(pair.second.answer.strategy, second.detail),
  }
  return scoreCause({ ...details, isSameScale, isLower })
}

function describeRivals(change: Change, pair: AnswerPair): string {
  const isLower = (change.second.rank ?? Infinity) > (change.first.rank ?? Infinity)
  const rivals = rivalsOf(change, pair)
  if (!isLower || rivals.length === 0) return ''
  const more = rivals.length > mostNamed ? ` and ${rivals.length - mostNamed} more` : ''
  return `${rivals.slice(0, mostNamed).join(', ')}${more} came above it`
}

/** The settings that can be behind it, as far as both are known; of several, values are told once, for the whole run. */
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

/** Two documents in one ranking, with what its strategy weighed. */
interface Contest {
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
function explainRivalry(contests: readonly Contest[]): string {
  return contests.map((contest, index) => describeContest(contest, index === 0)).join(', ')
}
