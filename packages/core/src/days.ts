import { readFieldValue } from '@recallite/store'
import { readTime } from '@recallite/store/records'
import { daysIn, isoDay } from './read-days.js'
import { invalidOption } from './errors.js'

/** The local date of a time, such as `2026-02-11`. */
export function localDay(milliseconds: number): string {
  const date = new Date(milliseconds)
  return [padded(date.getFullYear(), 4), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join('-')
}

/** A date as written, in any time zone; numbers of seconds and milliseconds have a local day. */
export function readDay(text: string, language: string): string | undefined {
  const time = /^\d+(?:\.\d+)?$/u.test(text) ? readTime(text) : undefined
  return (
    isoDay(text) ?? daysIn(text, language).at(-1)?.day ?? (time === undefined ? undefined : localDay(time))
  )
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}

const relative = /^(\d{1,4})([dwmy])$/iu
const earliest = '0001-01-01'
const lengthOfDay = '2026-02-11'.length

/**
 * The first and last day of a day, month or year, or of a relative date (`7d`, `2w`, `3m`, `1y` ago).
 * @throws MemoryError `OPTION_INVALID`
 */
export function dayBounds(text: string, today: string) {
  const [, count, unit] = relative.exec(text.trim()) ?? []
  if (count !== undefined && unit !== undefined) {
    const day = dayBefore(today, Number(count), unit.toLowerCase())
    return { first: day, last: day }
  }
  const day = daysIn(text, 'en').find((each) => each.text === text.trim())?.day
  const { first, last } = readFieldValue(day ?? text)
  if (first !== null && last !== null) {
    return { first: first.slice(0, lengthOfDay), last: last.slice(0, lengthOfDay) }
  }
  throw invalidOption(
    `'${text}' is not a date. Give a day (2026-02-11), a month (2026-02), a year (2026), or how long ago: 7d, 2w, 3m, 1y.`,
  )
}

function dayBefore(today: string, count: number, unit: string): string {
  if (unit === 'm') return monthsBefore(today, count)
  if (unit === 'y') return monthsBefore(today, count * 12)
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - (unit === 'w' ? count * 7 : count))
  return date.toISOString().slice(0, lengthOfDay)
}

/** The same day of an earlier month, or its last day if it is shorter. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const end = new Date(Date.UTC(year, month - count, 0))
  end.setUTCDate(Math.min(date, end.getUTCDate()))
  return end.getTime() < Date.parse(earliest) ? earliest : end.toISOString().slice(0, lengthOfDay)
}
