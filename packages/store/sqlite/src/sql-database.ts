/** Values that go into and come out of SQL. */
export type SqlValue = string | number | bigint | Uint8Array | null

/** A prepared statement, as much of it as we use. */
export interface SqlStatement<Row = unknown> {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number | bigint }
  get(...values: SqlValue[]): Row | undefined
  all(...values: SqlValue[]): Row[]
  /** One row after the other, where all at once would be too many; nothing may be written meanwhile. */
  iterate(...values: SqlValue[]): IterableIterator<Row>
}

/** The part of a SQLite driver that this package stands on; see connection.ts. */
export interface SqlDatabase {
  prepare<Row = unknown>(sql: string): SqlStatement<Row>
  exec(sql: string): unknown
  pragma(sql: string, options?: { simple?: boolean }): unknown
  transaction<Result>(work: () => Result): { immediate(): Result; deferred(): Result }
  /** Writes the whole database anew, without what is free in it; in no transaction. */
  rewrite(): void
  close(): unknown
}

function wellFormed(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

/** A statement that takes any text: SQLite would keep half a surrogate pair as bytes that are not UTF-8, and give back three characters. */
export function withWellFormed<Row>(statement: SqlStatement<Row>): SqlStatement<Row> {
  return {
    run: (...values) => statement.run(...wellFormed(values)),
    get: (...values) => statement.get(...wellFormed(values)),
    all: (...values) => statement.all(...wellFormed(values)),
    iterate: (...values) => statement.iterate(...wellFormed(values)),
  }
}
