import Database from 'better-sqlite3'
import { compileFilter } from '../sql/compile-filter.js'
import type { Filter } from '../filter.js'

/** Documents in a table of SQLite, each as text and as JSONB. */
export interface JsonTable {
  /** Replaces what the table contains. */
  load(documents: readonly unknown[]): void
  /** For each document whether it matches, as text and as JSONB. */
  matching(filter: Filter): { text: boolean[]; binary: boolean[] }
}

export function openJsonTable(): JsonTable {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, text TEXT, binary BLOB)')
  const insert = database.prepare('INSERT INTO document (text, binary) VALUES (?, jsonb(?))')
  return {
    load: database.transaction((documents: readonly unknown[]) => {
      database.exec('DELETE FROM document')
      for (const document of documents) {
        const text = document === undefined ? null : JSON.stringify(document)
        insert.run(text, text)
      }
    }),
    matching(filter) {
      const [text, binary] = [compileFilter(filter, 'document.text'), compileFilter(filter, 'binary')]
      const rows = database
        .prepare<unknown[], { text: number | null; binary: number | null }>(
          `SELECT ${text.sql} AS text, ${binary.sql} AS binary FROM document ORDER BY id`,
        )
        .all(...text.values, ...binary.values)
      return {
        text: rows.map((row) => toBoolean(row.text)),
        binary: rows.map((row) => toBoolean(row.binary)),
      }
    },
  }
}

function toBoolean(value: number | null): boolean {
  if (value !== 0 && value !== 1) throw new TypeError(`A condition is ${value}, neither true nor false.`)
  return value === 1
}
