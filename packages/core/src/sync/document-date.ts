import { readFieldValue } from '@recallite/store'
import { localDay } from '../local-day.js'

/** What a document's date is told from. */
export interface DatedSource {
  readonly path: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** When its file was last changed, in milliseconds since the epoch. */
  readonly modifiedAt: number
}

const dateKeys = ['date', 'updated', 'modified', 'created']
const lengthOfDay = '2026-02-11'.length

/** Four, two and two digits, not part of a longer number but for the time of day behind them (202602111430). */
const dayInPath = /(?<!\d)((?:19|20|21)\d\d)([-_./]?)(\d\d)\2(\d\d)(?=\D|$|\d{4}(?:\d\d)?(?!\d))/gu

function dayOf(text: string): string | undefined {
  return readFieldValue(text).first?.slice(0, lengthOfDay)
}

function dayOfMetadata(metadata: DatedSource['metadata']): string | undefined {
  const values = new Map(Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]))
  return dateKeys.map((key) => dayOf(String(values.get(key) ?? ''))).find((day) => day !== undefined)
}

function dayOfPath(path: string): string | undefined {
  return Array.from(path.matchAll(dayInPath), ([, year, , month, day]) =>
    dayOf(`${year}-${month}-${day}`),
  ).findLast((day) => day !== undefined)
}

/**
 * The day a document is of, as `2026-02-11`: what its front matter says as `date`, `updated`, `modified` or `created`,
 * the first of these that is an ISO date (a month or a year: its first day); else the last day in its path
 * (`2026-02-11.md`, `2026/02/11/notes.md`, `20260211-notes.md`); else the day its file was last changed.
 */
export function documentDate({ path, metadata, modifiedAt }: DatedSource): string {
  return dayOfMetadata(metadata) ?? dayOfPath(path) ?? localDay(modifiedAt)
}
