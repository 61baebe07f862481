/** SQL values. */
export type SqlValue = string | number | bigint | Uint8Array | null

/** The part of a prepared statement that this package uses. */
export interface SqlStatement<Row = unknown> {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number | bigint }
  get(...values: SqlValue[]): Row | undefined
  all(...values: SqlValue[]): Row[]
  /** Row by row, for large results; nothing may be written during the iteration. */
  iterate(...values: SqlValue[]): IterableIterator<Row>
}

/** The part of a SQLite driver that this package uses; see connection.ts. */
export interface SqlDatabase {
  prepare<Row = unknown>(sql: string): SqlStatement<Row>
  exec(sql: string): unknown
  pragma(sql: string, options?: { simple?: boolean }): unknown
  transaction<Result>(work: () => Result): { immediate(): Result; deferred(): Result }
  /** Rewrites the whole database without free pages; not inside a transaction. */
  rewrite(): void
  close(): unknown
}

/** Runs `work`, and closes the database in any case. */
export function closing<Opened extends { close(): unknown }, Result>(
  database: Opened,
  work: (database: Opened) => Result,
): Result {
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** A statement that accepts any text. SQLite would store half a surrogate pair as invalid UTF-8, and return three characters for it. */
export function withWellFormed<Row>(statement: SqlStatement<Row>): SqlStatement<Row> {
  return {
    run: (...values) => statement.run(...wellFormed(values)),
    get: (...values) => statement.get(...wellFormed(values)),
    all: (...values) => statement.all(...wellFormed(values)),
    iterate: (...values) => statement.iterate(...wellFormed(values)),
  }
}

function wellFormed(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

export interface SqlCondition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** Selects the values of a bound JSON array. */
export const givenIds = 'SELECT value FROM json_each(?)'

/** Parses natural numbers, comma-separated as `group_concat` returns them: five times as fast as JSON. */
export function parseNumberList(list: Uint8Array | null | undefined): Float64Array {
  if (!list || list.length === 0) return new Float64Array()
  const numbers = new Float64Array((list.length + 1) >> 1)
  let length = 0
  let number = 0
  for (let index = 0; index < list.length; index += 1) {
    const byte = list[index] ?? 0
    if (byte === comma) {
      numbers[length] = number
      length += 1
      number = 0
    } else number = 10 * number + (byte - zero)
  }
  numbers[length] = number
  return numbers.subarray(0, length + 1)
}

const comma = 0x2c
const zero = 0x30
