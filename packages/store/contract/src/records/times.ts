/**
 * Reads a time as milliseconds since the epoch: a date such as `2026-02-11`, `2026/02/11` or `20260211`, with or without a time of day
 * and an offset (default UTC), or a number or its text, in seconds from 10⁸ and in milliseconds from 10¹¹ (both in March 1973). Undefined
 * for other values, for smaller numbers, whose unit is unclear, and outside of the years 0 to 9999.
 */
export function readTime(given: unknown): number | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  const text = String(given).trim()
  const time = readDate(text) ?? readNumber(Number(text))
  return time !== undefined && time >= earliest && time <= latest ? time : undefined
}

/** Formats a time for `readTime`. */
export const sayTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The first and the last millisecond of the years 0 to 9999. */
const [earliest, latest] = [-62_167_219_200_000, 253_402_300_799_999]

function readNumber(value: number): number | undefined {
  if (value >= 1e8 && value < 1e11) return Math.round(value * 1000)
  return Math.abs(value) >= 1e11 ? Math.floor(value) : undefined
}

function readDate(text: string): number | undefined {
  const groups = pattern.exec(text)?.groups
  if (!groups) return undefined
  const { year, month, day, hour, minute, second, fraction = '', sign, hours = '0', minutes = '0' } = groups
  const time = [hour, minute, second].map((part = '00') => part).join(':')
  const moment = `${year}-${month}-${day}T${time}`
  const start = Date.parse(`${moment}Z`)
  // JavaScript parses February 30 as March 2.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(moment)) return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return start + Number(fraction.slice(0, 3).padEnd(3, '0')) - offset
}

/** Without separators, only dates from 1900 to 2199, so that few numbers of milliseconds look like dates. */
const pattern =
  /^(?=\d{4}[-/.]|19|2[01])(?<year>\d{4})(?<separator>[-/.]?)(?<month>\d\d)\k<separator>(?<day>\d\d)(?:[T ]?(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)? ?(?:Z|(?<sign>[+-])(?<hours>\d\d):?(?<minutes>\d\d)?)?)?$/iu
