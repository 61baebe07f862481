import type { Session } from '../connection/connections.js'

/** What a write changed. */
export interface WrittenCounts {
  readonly chunks?: number
  /** Words of the texts of chunks. */
  readonly words?: number
  /** How many rows that hold texts or vectors were deleted. */
  readonly deleted?: number
}

/**
 * Counts a write, as the last statement of its transaction: the row it changes is so held for a moment only, and nothing can wait for it
 * that this transaction waits for. Writes are numbered in the order in which they become visible.
 */
export async function countWrite(session: Session, counts: WrittenCounts = {}): Promise<void> {
  const { chunks = 0, words = 0, deleted = 0 } = counts
  await session.query(
    `UPDATE ${session.s}.total SET writes = writes + 1, chunks = chunks + $1, words = words + $2, deleted = deleted + $3
     WHERE kind = '${session.kind}'`,
    [chunks, words, deleted],
  )
}

/** How much a store holds. */
export interface Totals {
  readonly writes: number
  readonly chunks: number
  readonly words: number
  readonly moment: string
}

/**
 * SQL for the name of a moment of a store, of a row of `total`: the number of writes, of a table and a server. A table that is made anew has
 * another number, and a server that is started anew, such as from a backup, another time.
 */
export const momentSql = "concat(tableoid, ' ', pg_postmaster_start_time(), ' ', writes)"

/** Reads how much there is of the session's kind. */
export async function readTotals(session: Session): Promise<Totals> {
  const { rows } = await session.query<Totals>(
    `SELECT writes, chunks, words, ${momentSql} AS moment FROM ${session.s}.total WHERE kind = '${session.kind}'`,
  )
  return rows[0] ?? { writes: 0, chunks: 0, words: 0, moment: '' }
}

/** Reads what `Store.generation` says, which changes with every write of either kind. */
export async function readGeneration(session: Session): Promise<string> {
  const { rows } = await session.query<{ writes: number }>(
    `SELECT sum(writes)::bigint AS writes FROM ${session.s}.total`,
  )
  return String(rows[0]?.writes)
}
