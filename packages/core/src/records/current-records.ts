import { isExpired, type MemoryRecord, readTime, type RecordStore } from '@recallite/store/records'
import { allOf, type SearchFilter } from '@recallite/store'
import { dayBounds, localDay } from '../days.js'
import { invalidOption } from '../errors.js'
import { isActive, isUnexpired, supersededSince } from './index-records.js'
import type { RecallOptions } from './record-memory.js'

/** Which records a recall may return: those that were current at a time. */
export interface CurrentOptions extends Pick<RecallOptions, 'includeSuperseded' | 'origins'> {
  /** The time of expiry and for computing ages, in milliseconds since the epoch. */
  readonly at: number
  /** The same time if the recall is as of an earlier date; undefined: superseding counts whenever it happened. */
  readonly asOf?: number | undefined
}

/** The options of a recall with their times, in milliseconds since the epoch. @throws MemoryError `OPTION_INVALID` */
export function readTimes({ asOf: given, ...options }: RecallOptions, now: number) {
  const asOf = given === undefined ? undefined : readMoment(given, now)
  return { ...options, asOf, at: asOf ?? options.at ?? now }
}

/** Selects the current records in the index. */
export function currentFilter({ at, asOf, includeSuperseded, origins }: CurrentOptions) {
  const time = String(asOf)
  const superseded = { kind: 'field', keys: ['supersededAt'], test: { operator: '<=', value: time } } as const
  const notSuperseded: SearchFilter = asOf === undefined ? isActive : { kind: 'not', filter: superseded }
  return allOf(
    includeSuperseded ? undefined : notSuperseded,
    isUnexpired(at),
    asOf === undefined
      ? undefined
      : { kind: 'field', keys: ['createdAt'], test: { operator: '<=', value: time } },
    origins && { kind: 'field', keys: ['origin'], test: { operator: '=', values: origins } },
  )
}

/** Selects the current records among some of the store; the index may be outdated. */
export async function currentRecords(
  found: readonly MemoryRecord[],
  records: Pick<RecordStore, 'getAll'>,
  { at, asOf, includeSuperseded = false, origins }: CurrentOptions,
): Promise<MemoryRecord[]> {
  const since = asOf === undefined ? new Map<string, number>() : await supersededSince(found, records)
  return found.filter((record) => {
    const { id, status, origin, createdAt } = record
    if (isExpired(record, at) || !(origins?.includes(origin) ?? true)) return false
    if (asOf === undefined) return includeSuperseded || status === 'active'
    return createdAt <= asOf && (includeSuperseded || asOf < (since.get(id) ?? Infinity))
  })
}

/** A date without a time means the end of the local day, month or year. */
function readMoment(given: number | string, now: number): number {
  const isTime = typeof given === 'number' || /\d[T ]+\d|^\s*\d{9,}\s*$/iu.test(given)
  if (!isTime) return Date.parse(`${dayBounds(given, localDay(now)).last}T23:59:59.999`)
  const time = typeof given === 'number' ? given : readTime(given)
  if (time !== undefined && Number.isFinite(time)) return time
  throw invalidOption(`'${given}' is not a time. Give a date, such as 2026-02-11 or 2026-02-11T14:30Z.`)
}
