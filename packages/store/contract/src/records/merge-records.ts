import { recordLimits } from './check-fields.js'
import { unused } from './record-body.js'
import type { MemoryRecord } from './record.js'

/** What a machine knows about an id: its record, or null if the record was forgotten. */
export interface RecordState {
  readonly id: string
  readonly record: MemoryRecord | null
}

/** The records of a machine by id; null if forgotten. */
export type RecordStates = ReadonlyMap<string, MemoryRecord | null>

/**
 * Joins what two machines know about an id. The join is commutative, associative and idempotent, so that machines become equal in any
 * order of exchange: a forgotten record stays forgotten, a superseded one superseded, by the latest replacement, and the links are
 * united. The other fields of a record never change; if they differ, as after two imports, one of both records is chosen by its text.
 * @returns undefined if the contents differ: no machine writes two under one id, so one is foreign or damaged
 */
export function joinRecords(
  one: MemoryRecord | null,
  other: MemoryRecord | null,
): MemoryRecord | null | undefined {
  if (!one || !other) return null
  if (one.content !== other.content) return undefined
  const lasting = lastingText(other) < lastingText(one) ? other : one
  const { status, supersededBy, supersededAt } = isReplacedBefore(one, other) ? other : one
  return {
    ...lasting,
    status,
    supersededBy,
    supersededAt,
    contradicts: uniteLinks(one.contradicts, other.contradicts),
    contradictedBy: uniteLinks(one.contradictedBy, other.contradictedBy),
  }
}

/**
 * Merges states from elsewhere into the records of this machine. If two machines superseded a record by different records, these
 * contradict each other: both stay, and are linked.
 * @returns `merged`: all states; `refused`: ids whose contents differ, which stay as they were; `linked`: pairs of ids, the earlier first
 */
export function mergeStates(local: RecordStates, states: Iterable<RecordState>) {
  const merged = new Map(local)
  const [refused, rivals]: [string[], Pair[]] = [[], []]
  for (const { id, record } of states) {
    const before = merged.get(id)
    const joined = before === undefined ? record : joinRecords(before, record)
    if (joined === undefined) refused.push(id)
    else {
      merged.set(id, joined)
      rivals.push([before?.supersededBy ?? '', record?.supersededBy ?? ''])
    }
  }
  const linked = rivals.flatMap((pair) => (pair.includes('') ? [] : conflictOf(merged, pair)))
  for (const [earlier, later] of [...linked, ...linksOf(merged)]) link(merged, earlier, later)
  return { merged, refused, linked }
}

/** The distinct ids in order; of too many, the latest. */
export function uniteLinks(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].toSorted().slice(-recordLimits.entries)
}

type Pair = readonly [earlier: string, later: string]

/** The records that now stand for two replacements of one record; none if they are equal, or one was forgotten. */
function conflictOf(merged: RecordStates, rivals: Pair): Pair[] {
  // Ids sort by time of creation, also the id of a record that is missing here, such as one with a secret.
  const [earlier = '', later = ''] = rivals.map((id) => latestOf(merged, id)).toSorted()
  const [one, other] = [merged.get(earlier), merged.get(later)]
  const isSame = earlier === later || (one && one.hash === other?.hash)
  return isSame || one === null || other === null ? [] : [[earlier, later]]
}

/** The last replacement of a record. */
function latestOf(merged: RecordStates, id: string): string {
  const seen = new Set([id])
  for (const each of seen) {
    const next = merged.get(each)?.supersededBy
    if (next) seen.add(next)
  }
  return [...seen].at(-1) ?? id
}

/** The links of all records in both directions: a link may have arrived before the record that it names. */
function linksOf(merged: RecordStates): Pair[] {
  return Array.from(merged.values()).flatMap((record) => [
    ...(record?.contradicts ?? []).map((id): Pair => [id, record?.id ?? '']),
    ...(record?.contradictedBy ?? []).map((id): Pair => [record?.id ?? '', id]),
  ])
}

function link(merged: Map<string, MemoryRecord | null>, earlier: string, later: string): void {
  const [old, young] = [merged.get(earlier), merged.get(later)]
  if (old && !old.contradictedBy.includes(later))
    merged.set(earlier, { ...old, contradictedBy: uniteLinks(old.contradictedBy, [later]) })
  if (young && !young.contradicts.includes(earlier))
    merged.set(later, { ...young, contradicts: uniteLinks(young.contradicts, [earlier]) })
}

/** The fields that never change, as a text. */
function lastingText(record: MemoryRecord): string {
  const lasting = Object.entries(record).filter(([key]) => !changing.has(key))
  return JSON.stringify(lasting.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const links = ['contradicts', 'contradictedBy']
const changing = new Set(['status', 'supersededBy', 'supersededAt', ...links, ...Object.keys(unused)])

/** Whether a replacement loses against another one: the latest stands, of those at one time the last id. */
function isReplacedBefore(one: MemoryRecord, other: MemoryRecord): boolean {
  if (one.status !== other.status) return one.status === 'active'
  const [at, otherAt] = [one.supersededAt ?? -Infinity, other.supersededAt ?? -Infinity]
  return at === otherAt ? (one.supersededBy ?? '') < (other.supersededBy ?? '') : at < otherAt
}
