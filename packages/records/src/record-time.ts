import { refuseField, type FieldCheck } from './check-fields.js'

/** The first and the last millisecond of the years 0 to 9999, which texts can say. */
const [earliest, latest] = [-62_167_219_200_000, 253_402_300_799_999]

/**
 * A time in milliseconds since the epoch, of a number or of a text such as `2026-02-11`, `2026-02-11T14:30` or
 * `2026-02-11T14:30:05.250+01:00`. A text without a zone is in UTC.
 */
export const time: FieldCheck<number> = (value, field) => {
  const read = typeof value === 'string' ? readTime(value) : value
  if (typeof read === 'number' && read >= earliest && read <= latest) return Math.floor(read)
  const given = typeof value === 'string' ? `“${value.slice(0, 40)}”` : `the value of ${field}`
  throw refuseField(
    'RECORD_INVALID_DATE',
    field,
    `${given} is no time of the years 0 to 9999. Give one such as 2026-02-11 or 2026-02-11T14:30:00Z for ${field}.`,
  )
}

/** The time that a text names, in milliseconds since the epoch; undefined if it names none. */
export function readTime(text: string): number | undefined {
  const groups = pattern.exec(text.trim())?.groups
  if (!groups) return undefined
  const { year, month, day, hour = '0', minute = '0', second = '0' } = groups
  const [ofYear, ofMonth, ofDay] = [Number(year), Number(month) - 1, Number(day)]
  const date = new Date(0)
  // Date.UTC takes the years 0 to 99 for those of the twentieth century.
  date.setUTCFullYear(ofYear, ofMonth, ofDay)
  if (date.getUTCMonth() !== ofMonth || date.getUTCDate() !== ofDay) return undefined
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const isOfClock = Math.max(hours - 23, minutes - 59, seconds - 59) <= 0
  if (!isOfClock) return undefined
  return date.setUTCHours(hours, minutes - offsetOf(groups), seconds, millisecondsOf(groups))
}

const pattern =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?(?:Z|(?<sign>[+-])(?<zoneHour>\d\d):?(?<zoneMinute>\d\d))?)?$/

type Groups = Readonly<Record<string, string | undefined>>

/** By how many minutes the clock is ahead of UTC. */
function offsetOf({ sign, zoneHour = '0', zoneMinute = '0' }: Groups): number {
  return (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute))
}

function millisecondsOf({ fraction = '' }: Groups): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/** A time as a text that `readTime` reads. */
export const sayTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
