import type { ParsedComponents, ParsedResult, ParsingContext } from 'chrono-node'
import { timeGaps, timeLanguages, type TimeLibrary } from './time-languages.js'
import { dayAfter, dayOf, type Days, readSpan, type Span } from './time-spans.js'

/** A time in a query, as days: from Monday to Sunday for a week, all of a month or a year. */
export interface QueryTime {
  /** As in the query, without a word such as `since`. */
  readonly text: string
  /** The first day, as `2026-02-11`; null for `before` and `until`. */
  readonly from: string | null
  /** The last day. */
  readonly to: string
}

/**
 * Reads the first time in a query in English, German, French, Japanese or Chinese; null if there is none. A weekday, or a time
 * without a year, is the latest one that has begun; only full dates can be in the future. Ignores quoted text, names of files,
 * versions and addresses, and texts of more than 1,000 characters.
 * @param today as `2026-02-11`
 */
export async function readTime(query: string, today: string): Promise<QueryTime | null> {
  // The library takes quadratic time.
  const text = query.length > 1000 ? '' : hideNames(query)
  return (await readRange(text, today)) ?? readSingle(text, today)
}

/** The first time that is no range. */
async function readSingle(text: string, today: string): Promise<QueryTime | null> {
  const span = readSpan(text, today)
  const named = await readNamed(text, today)
  if (!span || !named) return span ? timeOf(span, text, today) : (named?.time ?? null)
  return weekendOf(span, named, text) ?? (named.index < span.index ? named.time : timeOf(span, text, today))
}

/** For example "the weekend of 7 June": the Saturday and Sunday of that week. */
function weekendOf(span: Span, { index, time: { text, from } }: Named, query: string): QueryTime | undefined {
  const [start, end] = [span.index + span.text.length, index + text.length]
  const isOfDay =
    /we+k-?end|wochenende/iu.test(span.text) &&
    /^\s+(?:of|vom|du)\s+(?:the\s+)?$/iu.test(query.slice(start, index))
  if (!isOfDay || from === null) return undefined
  const saturday = dayAfter(from, 5 - ((new Date(from).getUTCDay() + 6) % 7))
  return { text: query.slice(span.index, end), from: saturday, to: dayAfter(saturday, 1) }
}

type Named = NonNullable<Awaited<ReturnType<typeof readNamed>>>

/** The first time that the library reads, and its position. */
async function readNamed(text: string, today: string) {
  for (const language of timeLanguages) {
    if (!language.hint.test(text) || language.unless?.test(text)) continue
    const hints = [...text.matchAll(new RegExp(language.hint.source, 'giu'))]
    for (const result of parse(text, await language.load(), today)) {
      const { index } = result
      const after = index + result.text.length
      const isHinted = hints.some((hint) => hint.index < after && index < hint.index + hint[0].length)
      const span = isHinted ? spanOf(result, today) : undefined
      if (span) return { index, time: result.end ? exactly(span) : timeOf(span, text, today) }
    }
  }
  return undefined
}

/** Two times, and the word that introduces each of them elsewhere. */
const ranges: readonly (readonly [pattern: RegExp, before: string])[] = [
  [/\bbetween\s+(.{1,40}?)\s+and\s+(.+)/iu, 'in '],
  [/\bfrom\s+(.{1,40}?)\s+(?:to|through|until)\s+(.+)/iu, 'in '],
  [/\bzwischen\s+(.{1,40}?)\s+und\s+(.+)/iu, 'im '],
  [/\bvon\s+(.{1,40}?)\s+bis\s+(.+)/iu, 'im '],
  [/\bentre\s+(.{1,40}?)\s+et\s+(.+)/iu, 'en '],
  [/\bde\s+(.{1,40}?)\s+[àa]\s+(.+)/iu, 'en '],
  [/(.{1,12}?)(?:到|至|から)(.+)/u, ''],
]

/** From the beginning of one time to the end of another, such as "between March and May". */
async function readRange(text: string, today: string): Promise<QueryTime | null> {
  for (const [pattern, before] of ranges) {
    const match = pattern.exec(text)
    const range = match && (await rangeIn(match, before, today))
    if (range) return range
  }
  return null
}

async function rangeIn([all, first = '', second = '']: RegExpExecArray, before: string, today: string) {
  const end = await readNamed(before + second, today)
  // It must be next to the words of the range.
  if (!end || end.index > before.length) return null
  const start = await readNamed(before + first, today)
  const last = end.time.text.replace(new RegExp(`^${before}`, 'iu'), '')
  const range = start && joinTimes(start.time, end.time)
  return range && { ...range, text: all.slice(0, all.length - second.length) + last }
}

/** The first time is not after the second one, so without a year it may be of the year before. */
function joinTimes({ text, from }: QueryTime, { to }: QueryTime): Omit<QueryTime, 'text'> | null {
  if (from === null || from <= to) return from === null ? null : { from, to }
  return /\d{4}/u.test(text) ? null : { from: `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`, to }
}

const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」|『[^』]*』|《[^》]*》/gu
const joined = /[\p{L}\d_]+(?:[-./\\:@#+~_]+[\p{L}\d_]+)+/gu
const isPlain = /^(?:[\p{L}-]+|\d{4}\/\d\d|\d{4}-\d\d-\d\d|\d\d?([./])\d\d?\1\d{4})$/u

/** Replaces names by bullets, so that positions do not change. */
const hideNames = (query: string) => query.replaceAll(quoted, hide).replaceAll(joined, hide)

const hide = (text: string) => (isPlain.test(text) ? text : '•'.repeat(text.length))

function parse(text: string, { casual, ParsingComponents }: TimeLibrary, today: string) {
  const chrono = casual.clone()
  for (const [pattern, read] of timeGaps()) {
    const extract = ({ reference }: ParsingContext, match: RegExpMatchArray) => {
      const { names, ...away } = read(match)
      return names ?? ParsingComponents.createRelativeFromReference(reference, away)
    }
    chrono.parsers.unshift({ pattern: () => pattern, extract })
  }
  return chrono.parse(text, new Date(`${today}T12:00:00`))
}

/** For example "the last two weeks". */
const isUpToNow = /^(?:last|past|letzten|vergangenen)\s\S+\s|derni[eè]re?s\s/iu
// The words before and after a time, whose position is ⟨⟩.
const since =
  /\b(?:since|after|seit|nach|depuis|apr[eè]s)\s+(?:l[ea]\s+)?⟨|[自从從]⟨|⟩份?(?:以[来來降後后]|之[后後]|から|起)/iu
const until = /\b(?:until|bis)\s+⟨|⟩まで/iu
const before = /\b(?:before|vor|avant)\s+(?:l[ea]\s+)?⟨|⟩份?(?:[以之]前|より前)/iu

function spanOf({ start, end, text, index }: ParsedResult, today: string): Span | undefined {
  const days = daysOf(start, today)
  if (!days) return undefined
  const last = end ? (daysOf(end, today)?.[1] ?? days[1]) : days[1]
  return { text: text.trim(), index, days: [days[0], last] }
}

const exactly = ({ text, days: [from, to] }: Span): QueryTime => ({ text, from, to })

/** The time of a span with the words around it. */
function timeOf(span: Span, query: string, today: string): QueryTime {
  const { text, index, days } = span
  const around = `${query.slice(0, index)}⟨⟩${query.slice(index + text.length)}`
  if (since.test(around) || isUpToNow.test(text)) return { text, from: days[0], to: today }
  if (until.test(around)) return { text, from: null, to: days[1] }
  return before.test(around) ? { text, from: null, to: dayAfter(days[0], -1) } : exactly(span)
}

/** The days of a time, or the latest ones that have begun if it has neither year nor date; undefined for a time of day. */
function daysOf(time: ParsedComponents, today: string): Days | undefined {
  const year = time.get('year') ?? 0
  const days = daysIn(time, year)
  if (!days || days[0] <= today) return days
  if (!time.isCertain('month')) return [dayAfter(days[0], -7), dayAfter(days[1], -7)]
  return time.isCertain('year') ? days : daysIn(time, year - 1)
}

function daysIn(time: ParsedComponents, year: number): Days | undefined {
  const [month, weekday] = [time.get('month') ?? 1, time.get('weekday')]
  const day = dayOf(year, month, time.get('day') ?? 1)
  const monday = dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
  const ofWeek = dayAfter(monday, ((weekday ?? 0) + 6) % 7)
  if (time.isCertain('weekday')) return [ofWeek, ofWeek]
  // For a week, the library has a certain date and an implied weekday.
  if (time.isCertain('day')) return weekday === null ? [day, day] : [monday, dayAfter(monday, 6)]
  if (time.isCertain('month')) return [dayOf(year, month, 1), dayOf(year, month + 1, 0)]
  return time.isCertain('year') ? [dayOf(year, 1, 1), dayOf(year, 12, 31)] : undefined
}
