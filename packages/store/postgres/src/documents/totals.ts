import type { Session } from '../connection/connections.js'

/**
 * Counts a write, as the last statement of its transaction: that locks the row only briefly, prevents deadlocks, and numbers writes in
 * the order in which they become visible.
 * @param counts the changes of the numbers of chunks and of their words, and the number of deleted rows of texts or vectors
 */
export async function countWrite(
  session: Session,
  { chunks = 0, words = 0, deleted = 0 }: { chunks?: number; words?: number; deleted?: number } = {},
): Promise<void> {
  await session.query(
    `UPDATE ${session.s}.total SET writes = writes + 1, chunks = chunks + $1, words = words + $2, deleted = deleted + $3
     WHERE kind = '${session.kind}'`,
    [chunks, words, deleted],
  )
}

export interface Totals {
  readonly writes: number
  readonly chunks: number
  readonly words: number
  readonly moment: string
}

/** SQL that identifies a state of a store by a row of `total`. Recreating the table or restarting the server also changes it. */
export const momentSql = "concat(tableoid, ' ', pg_postmaster_start_time(), ' ', writes)"

export async function readTotals(session: Session): Promise<Totals> {
  const { rows } = await session.query<Totals>(
    `SELECT writes, chunks, words, ${momentSql} AS moment FROM ${session.s}.total WHERE kind = '${session.kind}'`,
  )
  return rows[0] ?? { writes: 0, chunks: 0, words: 0, moment: '' }
}

/** See `Store.generation`; it changes with every write of either kind. Two servers may have the same counters for different writes. */
export async function readGeneration(session: Session): Promise<string> {
  const { rows } = await session.query<{ moments: string }>(
    `SELECT string_agg(${momentSql}, ' ' ORDER BY kind) AS moments FROM ${session.s}.total`,
  )
  return String(rows[0]?.moments)
}
