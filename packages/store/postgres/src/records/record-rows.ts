import { RecordError, type MemoryRecord } from '@recallite/records'
import { recordOf, type KeptBody, type RecordUse } from '@recallite/records/driver'
import { checksumOf } from '../checksum.js'
import type { Rows, Session } from '../connections.js'
import { decodeText, encodeText } from '../text-code.js'
import { encodeTexts, type SqlValue } from '../values.js'

/** What an entry is: see schema.ts. */
export type EntryKind = 'record' | 'session'

/** A row of `record_entry`; its texts decoded. */
export interface EntryRow extends KeptBody {
  readonly change: number
  readonly kind: EntryKind
  /** Whether it is as it was written. */
  readonly isSound: boolean
  /** How often a record was used. */
  readonly use: RecordUse
}

/** What an entry is found by, besides its id. */
export interface EntryColumns {
  readonly collection: string
  readonly session?: string | null
  readonly status?: string
  readonly hash?: string
  readonly at: number
  readonly endedAt?: number | null
}

/** Reads and writes entries; `s` is the name of the schema. */
export type RecordRows = ReturnType<typeof createRecordRows>

/** The entries of a schema. */
export function createRecordRows(s: string) {
  /** The rows that the rest of a statement selects from `entry`. */
  async function select(session: Session, rest: string, values: readonly SqlValue[]): Promise<EntryRow[]> {
    const { rows }: Rows<RawRow> = await session.query<RawRow>(
      `SELECT change, kind, entry.id, body, checksum, coalesce(access_count, 0) AS "accessCount",
         coalesce(return_count, 0) AS "returnCount", last_accessed AS "lastAccessed"
       FROM ${s}.record_entry AS entry LEFT JOIN ${s}.record_use AS used ON kind = 'record' AND used.id = entry.id ${rest}`,
      values,
    )
    return rows.map(toEntry)
  }

  return {
    select,
    async read(session: Session, kind: EntryKind, id: string): Promise<EntryRow | undefined> {
      const [row] = await select(session, 'WHERE kind = $1 AND entry.id = $2', [kind, encodeText(id)])
      return row
    },
    async readAll(session: Session, ids: readonly string[]): Promise<EntryRow[]> {
      return select(session, "WHERE kind = 'record' AND entry.id = ANY($1::text[])", [encodeTexts(ids)])
    },
    /** Writes an entry, in the place of the one of this id, inside of a transaction that holds the clock. */
    async write(
      session: Session,
      { kind, id, body }: KeptBody & { readonly kind: EntryKind },
      { columns, at }: { readonly columns: EntryColumns | undefined; readonly at: number },
    ): Promise<void> {
      const { rows } = await session.query<{ change: number }>(
        `UPDATE ${s}.record_clock SET last = greatest(last + 1, $1::bigint) RETURNING last AS change`,
        [Math.floor(at)],
      )
      const change = rows[0]?.change ?? 0
      await session.query(
        `INSERT INTO ${s}.record_entry (kind, id, change, body, checksum, collection, session, status, hash, at, ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (kind, id) DO UPDATE SET change = excluded.change, body = excluded.body, checksum = excluded.checksum,
           collection = excluded.collection, session = excluded.session, status = excluded.status, hash = excluded.hash,
           at = excluded.at, ended_at = excluded.ended_at`,
        [kind, encodeText(id), change, body, checksumOf([change, kind, id, body]), ...valuesOf(columns)],
      )
    },
  }
}

/** The record of an entry; undefined where there is none, or it was forgotten. @throws RecordError `RECORDS_CORRUPT` */
export function soundRecord(row: EntryRow | undefined): MemoryRecord | undefined {
  if (row && !row.isSound) throw damagedEntry(row)
  return row && recordOf(row, row.use)
}

/** The failure to read an entry. */
export function damagedEntry({ kind, id }: Pick<EntryRow, 'kind' | 'id'>): RecordError {
  return new RecordError(
    'RECORDS_CORRUPT',
    `The ${kind} ${id} is damaged. Restore it from a backup of the database, or forget it; all others are kept.`,
  )
}

interface RawRow extends RecordUse {
  readonly change: number
  readonly kind: EntryKind
  readonly id: string
  readonly body: string | null
  readonly checksum: number
}

function toEntry({ change, kind, id: kept, body, checksum, ...use }: RawRow): EntryRow {
  const id = decodeText(kept)
  return { change, kind, id, body, use, isSound: checksum === checksumOf([change, kind, id, body]) }
}

function valuesOf(columns: EntryColumns | undefined): SqlValue[] {
  if (!columns) return Array.from({ length: 6 }, () => null)
  const { collection, session = null, status = null, hash = null, at, endedAt = null } = columns
  const ofSession = session === null ? null : encodeText(session)
  return [encodeText(collection), ofSession, status, hash, Math.floor(at), endedAt]
}
