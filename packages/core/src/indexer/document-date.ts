import { readTime } from '@recallite/store/records'
import { localDay } from '../days.js'
import { daysIn, isoDay } from '../read-days.js'

interface DatedSource {
  readonly path: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly language: string
}

/** Keys of front matter with dates, in order of precedence; in lower case and without signs. */
const dateKeys: readonly RegExp[] = [
  /^(?:date|day|datum|fecha|日期|日付)$/u,
  /^(?:date)?(?:last)?(?:updated?|modified|modification|mod|edited)(?:date|time|at|on)?$|^mtime$/u,
  /^(?:date)?(?:pub|publish(?:ed)?|posted)(?:date|time|at|on)?$/u,
  /^(?:date)?(?:created?|creation|added)(?:date|time|at|on)?$|^ctime$/u,
]

/**
 * The day that a document states, as `2026-02-11`: the first date in its front matter under `date`, then when it was changed, published or
 * created (a month or a year means its first day); else the last day in its path. Undefined without one; `unread` is a date in its front
 * matter that cannot be read.
 */
export function statedDate({ path, metadata, language }: DatedSource) {
  const entries = Object.entries(metadata).map(
    ([key, value]) => [key.toLowerCase().replace(/[^\p{L}]/gu, ''), innerDate(value)] as const,
  )
  const values = dateKeys.flatMap((pattern) =>
    entries.flatMap(([key, value]) => (pattern.test(key) ? [value] : [])),
  )
  const day = values.map((value) => readDay(value, language)).find((read) => read !== undefined)
  const isDate = (value: unknown): value is string => typeof value === 'string' && /\d/u.test(value)
  const unread = day === undefined ? values.find(isDate) : undefined
  return { day: day ?? daysIn(path, language).at(-1)?.day, unread }
}

/** The day of a value of metadata: a date as written, in any time zone; numbers of seconds and milliseconds have a local day. */
function readDay(value: unknown, language: string): string | undefined {
  const text = String(value ?? '').trim()
  const time = /^\d+(?:\.\d+)?$/u.test(text) ? readTime(text) : undefined
  return (
    isoDay(text) ?? daysIn(text, language).at(-1)?.day ?? (time === undefined ? undefined : localDay(time))
  )
}

/** Some sites nest the date of a change with its author. */
function innerDate(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'date' in value ? value.date : value
}

/** The word by which the chunks of a document are found by its day, such as `20260211`. */
export const dayWord = (day: string): string => day.replaceAll('-', '')
