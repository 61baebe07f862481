import { readFieldValue } from '@recallite/store'
import { today } from '../collection/open-collection.ts'
import { Refusal } from './refusal.ts'

const age = /^(\d{1,4})([dwmy])$/u
const lengthOfDay = '2026-02-11'.length
/** The lengths of months repeat after this many years. */
const cycle = 400

function dayBefore(count: number, unit: string) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const days = { d: 1, w: 7 }[unit]
  if (days !== undefined)
    return new Date(Date.UTC(year, month - 1, day - count * days)).toISOString().slice(0, lengthOfDay)
  const months = year * 12 + month - 1 - count * (unit === 'y' ? 12 : 1)
  const [thatYear, thatMonth] = [Math.floor(months / 12), (months % 12) + 1]
  if (thatYear < 1) return '0001-01-01'
  const lastDay = new Date(Date.UTC(cycle * 5 + (thatYear % cycle), thatMonth, 0)).getUTCDate()
  const parts = [thatYear, thatMonth, Math.min(day, lastDay)]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** The first and last day of `since` and `until`. @throws Refusal */
export function daysMeant(text: string): readonly [first: string, last: string] {
  const [, count, unit] = age.exec(text.trim().toLowerCase()) ?? []
  if (count !== undefined && unit !== undefined) {
    const day = dayBefore(Number(count), unit)
    return [day, day]
  }
  const { first, last } = readFieldValue(text)
  if (first === null || last === null) throw new Refusal('OPTION_INVALID')
  return [first.slice(0, lengthOfDay), last.slice(0, lengthOfDay)]
}
