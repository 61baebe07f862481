import Database from 'better-sqlite3'

export type SqlDatabase = Database.Database

/** Runs plain SQL on a database file, like another program. */
export function withDatabase<Result>(file: string, work: (database: SqlDatabase) => Result): Result {
  const database = new Database(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** All columns of all plain tables. The suites do not know the schema, but find columns by content. */
export function columnsOf(database: SqlDatabase) {
  const sql = `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t
    JOIN pragma_table_xinfo(t.name) AS c WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'`
  return database.prepare(sql).all() as { table: string; column: string }[]
}

/** Quotes a name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Runs `UPDATE` for each column that accepts it. Replaces `$` by the column name. */
export function updateEachColumn(database: SqlDatabase, change: string, values: unknown[] = []): void {
  for (const { table, column } of columnsOf(database)) {
    const sql = `UPDATE ${quoted(table)} SET ${change.replaceAll('$', () => quoted(column))}`
    try {
      database.prepare(sql).run(...values)
    } catch {
      // A column of a different type rejects the value, so it is not relevant.
    }
  }
}

/** Replaces a text in all columns, even within longer texts. */
export function replaceText(database: SqlDatabase, from: string, to: string): void {
  updateEachColumn(database, `$ = replace($, ?, ?) WHERE typeof($) = 'text' AND instr($, ?)`, [
    from,
    to,
    from,
  ])
}
