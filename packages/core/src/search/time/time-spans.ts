/* Times that the library of `readTime` does not read: quarters, seasons and weekends, in the languages of `timeLanguages`. */
import { wordPattern } from '../word-pattern.js'

/** The first and last day of a time. */
export type Days = readonly [from: string, to: string]

/** A part of a text that names a time. */
export interface Span {
  readonly text: string
  readonly index: number
  readonly days: Days
}

/**
 * Finds the first quarter, season or weekend in a text. Without a year it is the latest one that has begun; the last one has ended.
 * @param today as `2026-02-11`
 */
export function readSpan(text: string, today: string): Span | undefined {
  forms ??= createForms()
  const found = forms.flatMap(({ pattern, read }) => {
    const match = pattern.test(text) && new RegExp(pattern.source, 'iu').exec(text)
    if (!match) return []
    return [{ text: match[0], index: match.index, days: read(match.groups ?? {}, today) }]
  })
  return found.toSorted((a, b) => a.index - b.index || b.text.length - a.text.length)[0]
}

/** The day a number of days after another one; before it if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** A day; the month and the day may be beyond the end of the year or month. */
export function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** Named parts: `part`, `year`, and `last` if the time has ended. */
type Groups = Readonly<Record<string, string | undefined>>

interface Form {
  readonly pattern: Pick<RegExp, 'test' | 'source'>
  readonly read: (groups: Groups, today: string) => Days
}

let forms: readonly Form[] | undefined

const maybeYear = String.raw`(?:\s+(?:of\s+|de\s+|in\s+)?(?<year>(?:19|20)\d\d))?`
const asianYear = '(?:(?<year>(?:19|20)[0-9]{2}|[去昨今前])年の?|)'
const last = '(?<last>last|past|letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?)'
const current = '(?:this|diese[nmrs]?|ce|cet|cette)'
const ordinals = 'first|second|third|fourth|erste|zweite|dritte|vierte|premier|deuxième|troisième|quatrième'
const seasons = 'spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver'

const createForms = (): readonly Form[] => [
  western(`(?:(?:in|im|en|au) |${last} )q(?<part>[1-4])${maybeYear}`, quarter),
  western(String.raw`q(?<part>[1-4]) (?<year>(?:19|20)\d\d)`, quarter),
  western(
    `(?:the|im|das|au|le) (?<part>${ordinals})[nms]? (?:quarter|quartal|trimestre)${maybeYear}`,
    quarter,
  ),
  western(`(?:${last}|${current}) (?:quarter|quartal|trimestre)`, quarter),
  western('trimestre (?<last>dernier|passé)', quarter),
  western(`(?:${last}|${current}|in the|im) (?<part>${seasons})${maybeYear}`, season),
  western(String.raw`(?<part>${seasons}) (?:de )?(?<year>(?:19|20)\d\d)`, season),
  western(`(?:en |au |l['’])(?<part>printemps|été|automne|hiver)(?: (?<last>dernier|passé))?`, season),
  western(`(?:${last}|${current}|(?:on|over|at) the|am) (?:weekend|wochenende)`, weekend),
  western('(?:le|ce) week-?end(?: (?<last>dernier|passé))?', weekend),
  western(
    String.raw`(?:kw|calendar week|week|semaine) (?<part>[0-5]?\d)(?:(?: of| de)? (?<year>(?:19|20)\d\d))?`,
    week,
  ),
  asian(`${asianYear}第?(?<part>[1-4一二三四])(?:季度|四半期)`, quarter),
  asian('(?:(?<last>上一?[个個]?|前)|[这這本今][个個]?)(?:季度|四半期)', quarter),
  asian('(?<year>(?:19|20)[0-9]{2}|[去昨今前])年の?(?<part>[春夏秋冬])[天季]?', season),
  asian('(?:(?<last>[上先])|[这這本今])[个個]?[周週]?末', weekend),
]

function western(pattern: string, read: Form['read']): Form {
  return { pattern: wordPattern(pattern.replaceAll(' ', String.raw`\s+`), String.raw`[\p{L}\d]`), read }
}

function asian(pattern: string, read: Form['read']): Form {
  return { pattern: new RegExp(pattern, 'u'), read }
}

/** The first letters of the ordinals, then of the seasons from spring on, whose first months are March, June, September and December. */
const quarters = [/^(?:1|一|f[^o]|e|p)/iu, /^(?:2|二|s|z|de)/iu, /^(?:3|三|t|dr)/iu, /^(?:4|四|fo|v|q)/iu]
const seasonNames = [/^(?:sp|fr|p|春)/iu, /^(?:su|so|[ée]t|夏)/iu, /^(?:a|f|he|秋)/iu, /^(?:w|hi|冬)/iu]

function quarter({ part, ...groups }: Groups, today: string): Days {
  const index = quarters.findIndex((name) => name.test(part ?? ''))
  return periodOf(index < 0 ? [1, 4, 7, 10] : [3 * index + 1], groups, today)
}

function season({ part = '', ...groups }: Groups, today: string): Days {
  const index = seasonNames.findIndex((name) => name.test(part))
  return periodOf([3 * index + 3], groups, today)
}

/** The three months from one of these months on: of the year, or the latest ones that have begun or, if `last`, ended. */
function periodOf(months: readonly number[], { year, last: isLast }: Groups, today: string): Days {
  const now = Number(today.slice(0, 4))
  const ago = ['今', '去', '昨', '前'].indexOf(year ?? '')
  const stated = ago < 0 ? Number(year) : now - Math.ceil(ago / 1.5)
  const years = stated > 0 ? [stated] : [now, now - 1, now - 2]
  const periods = years
    .flatMap((each) => months.map((month): Days => [dayOf(each, month, 1), dayOf(each, month + 3, 0)]))
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
  const isPossible = ([from, to]: Days) => (isLast === undefined ? from <= today : to < today)
  return (stated > 0 ? undefined : periods.find(isPossible)) ?? (periods[0] as Days)
}

/** By ISO 8601, the first week of a year has its fourth of January. */
function week({ part, year }: Groups, today: string): Days {
  const startIn = (each: number) => {
    const first = dayOf(each, 1, 4)
    return dayAfter(first, 7 * (Number(part) - 1) - ((new Date(first).getUTCDay() + 6) % 7))
  }
  const now = Number(today.slice(0, 4))
  const monday = startIn(year === undefined ? (startIn(now) <= today ? now : now - 1) : Number(year))
  return [monday, dayAfter(monday, 6)]
}

function weekend({ last: isLast }: Groups, today: string): Days {
  const day = (new Date(today).getUTCDay() + 1) % 7
  const saturday = dayAfter(today, isLast !== undefined && day < 2 ? -7 - day : -day)
  return [saturday, dayAfter(saturday, 1)]
}
