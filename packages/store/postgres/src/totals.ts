import { totalShards } from './schema.js'
import type { Session } from './connections.js'

/** What a write changed. */
export interface WrittenCounts {
  readonly chunks?: number
  /** Words of the texts of chunks. */
  readonly words?: number
  /** How many chunks came or went. */
  readonly changed?: number
  /** How many rows that hold texts or vectors were deleted. */
  readonly deleted?: number
}

/**
 * Counts a write, as the last statement of its transaction: the row it changes is so held for a moment only, and nothing can wait for it
 * that this transaction waits for.
 */
export async function countWrite(session: Session, s: string, counts: WrittenCounts = {}): Promise<void> {
  const { chunks = 0, words = 0, changed = 0, deleted = 0 } = counts
  await session.query(
    `UPDATE ${s}.total SET writes = writes + 1, chunks = chunks + $1, words = words + $2, changed = changed + $3,
       deleted = deleted + $4
     WHERE shard = pg_backend_pid() % ${totalShards}`,
    [chunks, words, changed, deleted],
  )
}

/** How much a store holds. */
export interface Totals {
  readonly writes: number
  readonly chunks: number
  readonly words: number
  readonly changed: number
  readonly deleted: number
}

/** Reads the totals: each sum as of the same moment. */
export async function readTotals(session: Session, s: string): Promise<Totals> {
  const { rows } = await session.query<Totals>(
    `SELECT sum(writes)::bigint AS writes, sum(chunks)::bigint AS chunks, sum(words)::bigint AS words,
       sum(changed)::bigint AS changed, sum(deleted)::bigint AS deleted
     FROM ${s}.total`,
  )
  return rows[0] ?? { writes: 0, chunks: 0, words: 0, changed: 0, deleted: 0 }
}
