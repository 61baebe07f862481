import type { EntryKind, KeptBody } from '@recallite/store/records/driver'
import { checksumOf } from '../documents/checksum.js'
import { givenIds, type SqlDatabase, type SqlValue } from '../connection/sql-database.js'

/** An entry with a matching checksum. */
export interface Entry extends KeptBody {
  readonly change: number
  readonly kind: EntryKind
}

/** A row of `entry` or `entry_copy`. */
export interface EntryRow extends Entry {
  readonly checksum: number
}

export const entryColumns = 'change, kind, id, body, checksum'

const entryChecksum = ({ change, kind, id, body }: Entry): number => checksumOf([change, kind, id, body])

/** Whether a row matches its checksum. */
export const isSound = (row: EntryRow): boolean => row.checksum === entryChecksum(row)

/** Reads and writes entries with their second copies. Writes require a transaction. */
export type Entries = ReturnType<typeof createEntries>

export function createEntries(database: SqlDatabase, now: () => number) {
  const byIds = tables.map((table) =>
    database.prepare<EntryRow>(`SELECT ${entryColumns} FROM ${table} WHERE kind = ? AND id IN (${givenIds})`),
  )
  const puts = tables.map((table) =>
    database.prepare(
      `INSERT INTO ${table} (${entryColumns}) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE
       SET change = excluded.change, body = excluded.body, checksum = excluded.checksum`,
    ),
  )
  const last = database.prepare<{ change: number | null }>('SELECT max(change) AS change FROM entry')
  const lastChange = (): number => last.get()?.change ?? 0

  const rowsOf = (kind: EntryKind, ids: readonly string[]): EntryRow[] =>
    byIds.flatMap((statement) => statement.all(kind, JSON.stringify(ids)))

  /** The newest sound entry of both copies; `damaged` if none is sound, undefined if there is no row. */
  function read(kind: EntryKind, id: string): Entry | 'damaged' | undefined {
    const rows = rowsOf(kind, [id])
    return rows.length === 0 ? undefined : (newestSound(rows) ?? 'damaged')
  }

  /** The entries of these ids, in their order, without missing and damaged ones. */
  function readAll(kind: EntryKind, ids: readonly string[]): Entry[] {
    const rows = Map.groupBy(rowsOf(kind, ids), ({ id }) => id)
    return ids.map((id) => newestSound(rows.get(id) ?? [])).filter((entry) => entry !== undefined)
  }

  return {
    read,
    readAll,
    lastChange,
    now,
    /** The entries of a query for `entryColumns`, the ids damaged in both copies, and the number of the last row. */
    select(sql: string, ...values: SqlValue[]) {
      const rows = database.prepare<EntryRow>(sql).all(...values)
      const results = rows.map((row) => (isSound(row) ? row : read(row.kind, row.id)))
      const damaged = rows.filter((_, position) => typeof results[position] !== 'object').map(({ id }) => id)
      return {
        entries: results.filter((entry) => typeof entry === 'object'),
        damaged,
        last: rows.at(-1)?.change,
      }
    },
    /** Writes or replaces an entry. Its number follows the clock, so that no older file has used it. */
    write(kind: EntryKind, id: string, body: string | null): void {
      const entry = { change: Math.max(lastChange() + 1, Math.floor(now())), kind, id, body }
      for (const put of puts) put.run(entry.change, kind, id, body, entryChecksum(entry))
    },
  }
}

const tables = ['entry', 'entry_copy'] as const

function newestSound(rows: readonly EntryRow[]): Entry | undefined {
  return rows.filter(isSound).toSorted((a, b) => b.change - a.change)[0]
}
