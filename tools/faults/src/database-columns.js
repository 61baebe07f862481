/** @typedef {import('better-sqlite3').Database} Database */

/**
 * Runs a statement for each column, as far as the column takes it.
 * @param {Database} database
 * @param {(place: { table: string, column: string }) => { sql: string, values: unknown[] }} statement
 */
export function forEachColumn(database, statement) {
  let changes = 0
  for (const { table, column } of columnsOf(database)) {
    const { sql, values } = statement({ table: quoted(table), column: quoted(column) })
    try {
      changes += database.prepare(sql).run(...values).changes
    } catch {
      // A column of another type refuses the value: it is none of those that are meant.
    }
  }
  return changes
}

/**
 * A name as SQL reads it.
 * @param {string} name
 */
export function quoted(name) {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * Every column of every plain table. The suite knows no schema: it looks for columns by what they hold.
 * @param {Database} database
 * @returns {{ table: string, column: string }[]}
 */
export function columnsOf(database) {
  const sql = `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t
    JOIN pragma_table_xinfo(t.name) AS c WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'`
  return /** @type {{ table: string, column: string }[]} */ (database.prepare(sql).all())
}
