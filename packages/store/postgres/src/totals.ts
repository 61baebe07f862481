import type { Session } from './connections.js'
import { countsKind, firstShard, totalShards, type DocumentKind } from './document-kind.js'
import { numberList } from './values.js'

/** What a write changed. */
export interface WrittenCounts {
  /** Whose chunks; default those of files. */
  readonly kind?: DocumentKind
  readonly chunks?: number
  /** Words of the texts of chunks. */
  readonly words?: number
  /** How many chunks came or went. */
  readonly changed?: number
  /** Which; `many` if that is not said. */
  readonly ids?: readonly number[] | 'many'
  /** How many rows that hold texts or vectors were deleted. */
  readonly deleted?: number
}

/** How many writes of a shard are told apart, and how many chunks of each. */
const writesTold = 32
const mostTold = 1_000

/**
 * Counts a write, as the last statement of its transaction: the row it changes is so held for a moment only, and nothing can wait for it
 * that this transaction waits for. Writes of one shard are numbered in the order in which they become visible.
 */
export async function countWrite(session: Session, s: string, counts: WrittenCounts = {}): Promise<void> {
  const { kind = 'file', chunks = 0, words = 0, changed = 0, ids = [], deleted = 0 } = counts
  const told = ids === 'many' || ids.length > mostTold ? null : numberList(ids)
  await session.query(
    `WITH counted AS (
       UPDATE ${s}.total SET writes = writes + 1, chunks = chunks + $1, words = words + $2, changed = changed + $3,
         deleted = deleted + $4
       WHERE shard = pg_backend_pid() % ${totalShards} + ${firstShard[kind]} RETURNING shard, writes),
     forgotten AS (
       DELETE FROM ${s}.change USING counted WHERE change.shard = counted.shard AND write <= writes - ${writesTold})
     INSERT INTO ${s}.change (shard, write, chunks) SELECT shard, writes, $5::bigint[] FROM counted`,
    [chunks, words, changed, deleted, told],
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

/** Reads the totals of a kind, or of both: each sum as of the same moment. */
export async function readTotals(session: Session, s: string, kind?: DocumentKind): Promise<Totals> {
  const { rows } = await session.query<Totals>(
    `SELECT sum(writes)::bigint AS writes, sum(chunks)::bigint AS chunks, sum(words)::bigint AS words,
       sum(changed)::bigint AS changed, sum(deleted)::bigint AS deleted
     FROM ${s}.total WHERE ${kind === undefined ? 'true' : countsKind(kind)}`,
  )
  return rows[0] ?? { writes: 0, chunks: 0, words: 0, changed: 0, deleted: 0 }
}
