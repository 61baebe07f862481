import { readFieldValue } from '@recallite/store'

const year = String.raw`(?<y>(?:19|20|21)\d\d)`
const name = String.raw`(?<!\p{L})(?<m>\p{L}{3,})`
const gap = String.raw`[\s,./_-]{1,3}(?:(?:of|de|del)\s)?`
const day = '(?<d>\\d\\d?)(?:st|nd|rd|th|er|º)?'

/** Forms of days by their year, month and day. `s` separates a day from the number of a month, whose order may be unclear. */
const forms = [
  String.raw`(?<!\d)${year}(?<m>\d\d)(?<d>\d\d)(?=\D|$|\d{4}(?:\d\d)?(?!\d))`,
  String.raw`(?<![\dv])${year}([-_./年년] ?)(?<m>\d\d?)(?:\2|[月월] ?)(?<d>\d\d?)(?!\d|\.\d)`,
  String.raw`(?<![\dv])${year}(?:[-_./](?=\d\d[-_./])|\s(?=\d\d\s))(?<m>\d\d)[-_./\s](?<d>\d\d)(?!\d|\.\d)`,
  String.raw`(?<!\d)(?<d>\d\d?)(?<s>[-_./])(?<m>\d\d?)\k<s>${year}(?!\d)`,
  String.raw`(?<!\d)${day}${gap}${name}${gap}${year}(?!\d)`,
  String.raw`${name}${gap}${day}${gap}${year}(?!\d)`,
  String.raw`(?<!\d)${year}(?:[-_./]?\d\d)?${gap}${name}${gap}(?<d>\d\d?)(?!\d)`,
].map((form) => new RegExp(form, 'giu'))

/** Faster than the forms. */
const anyYear = /(?:19|20|21)\d\d/
/** In UTF-16 units; the rest of a text is not read. */
const maxLength = 1000

/**
 * The days in a text, in order: `20260211`, `2026/2/11`, `11.02.2026`, `2026年2月11日`, `March 24, 2026`, `24 mars 2026`,
 * `2013-03/mar-14`. `03/04/2026` is read if the language has days before months, or one of the numbers is above 12.
 */
export function daysIn(text: string, language: string): { text: string; day: string }[] {
  if (!anyYear.test(text)) return []
  const start = text.slice(0, maxLength).normalize('NFC')
  const matches = forms.flatMap((form) => [...start.matchAll(form)]).toSorted((a, b) => a.index - b.index)
  return matches.flatMap(({ 0: stated, groups }) => {
    const read = dayOf({ ...noParts, ...groups }, language)
    return read === undefined ? [] : [{ text: stated, day: read }]
  })
}

/**
 * The days that the headings above and in a text state: `2026-02-13`, `Friday, 13 February 2026`, or without a year, which is then the
 * last one in `around`.
 */
export function headingDays(heading: readonly string[], text: string, around: string): string[] {
  const below = Array.from(text.matchAll(/^#{1,6}\s+(.*\d.*)$/gmu), ([, title = '']) => title)
  const headings = [...heading.filter((title) => /\d/u.test(title)), ...below]
  if (headings.length === 0) return []
  const years = around.match(/(?<!\d)(?:19|20)\d\d(?!\d{2}(?!\d))/gu) ?? []
  const days = headings.flatMap((title) => {
    const dated = anyYear.test(title) ? title : `${title.replace(/[.\s]+$/u, '')} ${years.at(-1) ?? ''}`
    return daysIn(dated, 'en').map((stated) => stated.day)
  })
  return [...new Set(days)]
}

/** The word by which the chunks of a document are found by its day, such as `20260211`. */
export const dayWord = (date = ''): string => date.replaceAll('-', '')

/** The first day of an ISO date, a month or a year. */
export function isoDay(text: string): string | undefined {
  return readFieldValue(text).first?.slice(0, '2026-02-11'.length)
}

const noParts = { y: '', s: '', m: '', d: '' }

function dayOf({ y, s, m, d }: typeof noParts, language: string): string | undefined {
  const isSwapped = Number(m) > 12 && s !== ''
  const isUnclear = /[-_/]/u.test(s) && !isSwapped && Number(d) <= 12 && Number(d) !== Number(m)
  if (isUnclear && !isDayFirst(language)) return undefined
  const parts = isSwapped ? [d, m] : [/\d/u.test(m) ? m : monthOf(m), d]
  return isoDay([y, ...parts.map((part) => part.padStart(2, '0'))].join('-'))
}

/** Whether short dates of a language begin with the day. English has both orders. */
function isDayFirst(language: string): boolean {
  return new Intl.DateTimeFormat(language).formatToParts(0)[0]?.type === 'day'
}

const monthLanguages = 'tr uk ru fi nb da sv cs pl nl pt it es fr de en-GB en'.split(' ')
let months: ReadonlyMap<string, string> | undefined

/** The number of a month by its full or short name in any of the languages; empty for other words. */
function monthOf(text: string): string {
  months ??= new Map(
    monthLanguages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const { format } = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
        return Array.from(
          { length: 12 },
          (_, index) => [lettersOf(format(Date.UTC(2026, index))), String(index + 1)] as const,
        )
      }),
    ),
  )
  return months.get(lettersOf(text)) ?? ''
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\bde\b|[^\p{L}]/gu, '')
    .toLowerCase()
