import type { MemoryRecord } from '@recallite/store/records'

/** A record with another value of the same fact. */
export interface LinkedRecord {
  readonly id: string
  /** When it occurred or else was created, in milliseconds since the epoch. */
  readonly at: number
  /** Its content in one line, at most 240 characters. */
  readonly content: string
}

/** The records that contradict a record, the latest first; undefined if there are none. */
export interface RecordLinks {
  /** Earlier records. */
  readonly replaces?: readonly LinkedRecord[] | undefined
  /** Later records. */
  readonly contradictedBy?: readonly LinkedRecord[] | undefined
}

/**
 * The links of records by record id.
 * @param read reads the records with these ids that may be shown
 */
export async function readLinks(
  records: readonly MemoryRecord[],
  read: (ids: readonly string[]) => Promise<readonly MemoryRecord[]>,
): Promise<ReadonlyMap<string, RecordLinks>> {
  const ids = new Set(
    records.flatMap(({ contradicts, contradictedBy }) => [...contradicts, ...contradictedBy]),
  )
  if (ids.size === 0) return new Map()
  const all = (await read([...ids])).toSorted((a, b) => b.createdAt - a.createdAt)
  const select = (of: readonly string[]) => {
    const selected = all.filter(({ id }) => of.includes(id)).slice(0, maxLinks)
    return selected.length > 0 ? selected.map(toLinked) : undefined
  }
  const entries = records.map(({ id, contradicts, contradictedBy }) => {
    return [id, linksFrom({ replaces: select(contradicts), contradictedBy: select(contradictedBy) })] as const
  })
  return new Map(entries)
}

/** Only the links of an object. */
export function linksFrom({ replaces, contradictedBy }: RecordLinks): RecordLinks {
  return { ...(replaces && { replaces }), ...(contradictedBy && { contradictedBy }) }
}

/** For example `replaces ID (2026-02-11): “…”`. */
export function linkLines({ replaces = [], contradictedBy = [] }: RecordLinks): string[] {
  return [
    ...contradictedBy.map((link) => `contradicted by ${describe(link)}`),
    ...replaces.map((link) => `replaces ${describe(link)}`),
  ]
}

const describe = ({ id, at, content }: LinkedRecord): string =>
  `${id} (${new Date(at).toISOString().slice(0, 10)}): “${content}”`

/** Moves each record that contradicts an earlier one directly before it, unless it is before it. */
export function newestFirst<Ranked extends { readonly record?: MemoryRecord | undefined }>(
  ranking: readonly Ranked[],
): Ranked[] {
  const createdAt = ({ record }: Ranked) => record?.createdAt ?? 0
  const ordered = [...ranking]
  const newer = ranking.filter(({ record }) => record?.contradicts.length)
  for (const ranked of newer.toSorted((a, b) => createdAt(a) - createdAt(b))) {
    const target = ordered.findIndex(({ record }) => record && ranked.record?.contradicts.includes(record.id))
    const position = ordered.indexOf(ranked)
    if (target >= 0 && target < position) ordered.splice(target, 0, ...ordered.splice(position, 1))
  }
  return ordered
}

const maxLinks = 3
const maxLength = 240

function toLinked({ id, occurredAt, createdAt: at, content }: MemoryRecord): LinkedRecord {
  const line = content.replaceAll(/\s+/gu, ' ')
  const short = line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line
  return { id, at: occurredAt ?? at, content: short }
}
