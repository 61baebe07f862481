import { unused, type Touch } from '@recallite/store/records'
import type { RecordUse } from '@recallite/store/records/driver'
import { checksumOf } from '../documents/checksum.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'

/** A row of `record_use`. */
export interface UseRow {
  readonly id: string
  readonly access_count: number
  readonly return_count: number
  readonly last_accessed: number | null
  readonly checksum: number
}

export const useColumns = 'id, access_count, return_count, last_accessed, checksum'

/** Whether a row matches its checksum. */
export const isSoundUse = (row: UseRow): boolean => row.checksum === useChecksum(row)

const useChecksum = (row: Omit<UseRow, 'checksum'>): number =>
  checksumOf([row.id, row.access_count, row.return_count, row.last_accessed])

/** The use that a row contains. */
export function useOf(row: UseRow): RecordUse {
  return { accessCount: row.access_count, returnCount: row.return_count, lastAccessed: row.last_accessed }
}

/** Reads and writes how often records were used. Writes require a transaction. */
export function createUses(database: SqlDatabase) {
  const byIds = database.prepare<UseRow>(`SELECT ${useColumns} FROM record_use WHERE id IN (${givenIds})`)
  const put = database.prepare(
    `INSERT INTO record_use (${useColumns}) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET access_count = excluded.access_count, return_count = excluded.return_count,
       last_accessed = excluded.last_accessed, checksum = excluded.checksum`,
  )
  const remove = database.prepare('DELETE FROM record_use WHERE id = ?')

  /** Without records that were never used; damaged counts are dropped. */
  function readAll(ids: readonly string[]): Map<string, RecordUse> {
    const rows = byIds.all(JSON.stringify(ids)).filter(isSoundUse)
    return new Map(rows.map((row) => [row.id, useOf(row)]))
  }

  const read = (id: string): RecordUse | undefined => readAll([id]).get(id)

  function write(id: string, use: RecordUse | null): void {
    if (!use) return void remove.run(id)
    const { accessCount, returnCount, lastAccessed } = use
    const row = { id, access_count: accessCount, return_count: returnCount, last_accessed: lastAccessed }
    put.run(id, accessCount, returnCount, lastAccessed, useChecksum(row))
    return undefined
  }

  return {
    read,
    readAll,
    write,
    add({ id, accessed = 0, returned = 0, at }: Touch): void {
      const before = read(id) ?? unused
      write(id, {
        accessCount: before.accessCount + accessed,
        returnCount: before.returnCount + returned,
        lastAccessed: Math.max(before.lastAccessed ?? at, at),
      })
    },
  }
}

export type Uses = ReturnType<typeof createUses>
