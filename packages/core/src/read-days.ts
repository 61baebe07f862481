import { readFieldValue } from '@recallite/store'

/** A day in a text. */
export interface StatedDay {
  readonly text: string
  /** As `2026-02-11`. */
  readonly day: string
}

const year = String.raw`(?<y>(?:19|20|21)\d\d)(?!\d)`
const name = String.raw`(?<!\p{L})(?<m>\p{L}{3,})`
const gap = String.raw`[\s,./_-]{1,3}(?:(?:of|de|del)\s)?`
const ordinal = '(?:st|nd|rd|th|er|º)?'

/** The forms of days by their parts: year, month, day. `s` separates two numbers whose order depends on the language. */
const forms: readonly RegExp[] = [
  /(?<!\d)(?<y>(?:19|20|21)\d\d)(?<m>\d\d)(?<d>\d\d)(?=\D|$|\d{4}(?:\d\d)?(?!\d))/gu,
  /(?<!\d)(?<y>(?:19|20|21)\d\d)(?<t>[-_./]|年)(?<m>\d\d?)(?:\k<t>|月)(?<d>\d\d?)(?!\d)/gu,
  new RegExp(String.raw`(?<!\d)(?<d>\d\d?)(?<s>[-_./])(?<m>\d\d?)\k<s>${year}`, 'gu'),
  new RegExp(String.raw`(?<!\d)(?<d>\d\d?)${ordinal}${gap}${name}${gap}${year}`, 'giu'),
  new RegExp(String.raw`${name}${gap}(?<d>\d\d?)${ordinal}${gap}${year}`, 'giu'),
  new RegExp(String.raw`(?<!\d)${year}(?:[-_./]?\d\d)?${gap}${name}${gap}(?<d>\d\d?)(?!\d)`, 'giu'),
]

/**
 * The days in a text, in order: `20260211`, `2026/2/11`, `11.02.2026`, `2026年2月11日`, `March 24, 2026`, `24 mars 2026`,
 * `2013-03/mar-14`. `03/04/2026` is read if the language has days before months, or one of the numbers is above 12.
 */
export function daysIn(text: string, language: string): StatedDay[] {
  const composed = text.slice(0, maxLength).normalize('NFC')
  const matches = forms.flatMap((form) => [...composed.matchAll(form)])
  return matches
    .toSorted((a, b) => a.index - b.index)
    .flatMap((match) => {
      const day = dayOfParts(match.groups ?? {}, language)
      return day === undefined ? [] : [{ text: match[0], day }]
    })
}

/** In UTF-16 units; the rest of a text is not read. */
const maxLength = 1000

/** The first day of an ISO date, a month or a year. */
export function isoDay(text: string): string | undefined {
  return readFieldValue(text).first?.slice(0, '2026-02-11'.length)
}

function dayOfParts({ y = '', s, m = '', d = '' }: Record<string, string>, language: string) {
  const month = /\d/u.test(m) ? Number(m) : monthOf(m)
  if (month === undefined) return undefined
  const isSwapped = s !== undefined && month > 12
  const isUnclear = s !== undefined && s !== '.' && Number(d) <= 12 && Number(d) !== month
  if (isUnclear && !isSwapped && !isDayFirst(language)) return undefined
  const [second, third] = isSwapped ? [Number(d), month] : [month, Number(d)]
  return isoDay([y, ...[second, third].map((part) => String(part).padStart(2, '0'))].join('-'))
}

/** Whether short dates of a language begin with the day. English has both orders. */
function isDayFirst(language: string): boolean {
  return new Intl.DateTimeFormat(language).formatToParts(0)[0]?.type === 'day'
}

const monthLanguages = 'en en-GB de fr es it pt nl pl cs sv da nb fi ru uk tr'.split(' ')
let months: ReadonlyMap<string, number> | undefined

/** The number of a month by its full or short name in any of the languages. */
function monthOf(text: string): number | undefined {
  months ??= new Map(monthLanguages.flatMap(monthNames).toReversed())
  return months.get(folded(text))
}

function monthNames(language: string): (readonly [name: string, month: number])[] {
  const formats = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }),
  )
  return Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    formats.map((format) => {
      const part = format.formatToParts(Date.UTC(2026, index, 2)).find(({ type }) => type === 'month')
      return [folded(part?.value ?? ''), index + 1] as const
    }),
  )
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
