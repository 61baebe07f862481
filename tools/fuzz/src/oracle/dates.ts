import { foldLine } from '@recallite/store'
import { today } from '../collection/open-collection.ts'
import { Refusal } from './refusal.ts'

/** In seconds. */
export type Span = readonly [first: number, last: number]

const written =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)? ?(?:z|[-+]\d\d:?\d\d)?)?)?)?$/u
const age = /^(\d{1,4})([dwmy])$/u
const earliest = '0001-01-01'

/** @param month from 1 */
function daysIn(year: number, month: number) {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

export type Moment = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
]

function isReal([year, month, day, hour, minute, second]: Moment) {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false
  return hour < 24 && minute < 60 && second < 60
}

/** In seconds. */
function instant([year, month, day, hour, minute, second]: Moment) {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000 + (hour * 60 + minute) * 60 + second
}

/** What is not given is as in another moment. */
function filled(given: readonly number[], other: Moment) {
  return other.map((part, index) => given[index] ?? part) as unknown as Moment
}

/**
 * All of a date: a year, a month, a day, a minute or a second.
 * @param text folded
 */
export function spanOf(text: string): Span | undefined {
  const found = written.exec(text)
  if (!found) return undefined
  const given = found.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))
  const [year = 0, month = 12] = given
  const first = filled(given, [0, 1, 1, 0, 0, 0])
  const last = filled(given, [0, 12, daysIn(year, month), 23, 59, 59])
  return isReal(first) && isReal(last) ? [instant(first), instant(last)] : undefined
}

function dayOf(seconds: number) {
  return new Date(seconds * 1000).toISOString().slice(0, earliest.length)
}

function dayBefore(count: number, unit: string) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const days = { d: 1, w: 7 }[unit]
  if (days !== undefined) return dayOf(instant([year, month, day - count * days, 0, 0, 0]))
  const months = year * 12 + month - 1 - count * (unit === 'y' ? 12 : 1)
  const [thatYear, thatMonth] = [Math.floor(months / 12), (months % 12) + 1]
  if (thatYear < 1) return earliest
  return dayOf(instant([thatYear, thatMonth, Math.min(day, daysIn(thatYear, thatMonth)), 0, 0, 0]))
}

/**
 * The first and the last day that `since` and `until` mean.
 * @throws Refusal
 */
export function daysMeant(text: string): readonly [first: string, last: string] {
  const [, count, unit] = age.exec(text.trim().toLowerCase()) ?? []
  if (count !== undefined && unit !== undefined) {
    const day = dayBefore(Number(count), unit)
    return [day, day]
  }
  const span = spanOf(foldLine(text))
  if (!span) throw new Refusal('OPTION_INVALID')
  return [dayOf(span[0]), dayOf(span[1])]
}
