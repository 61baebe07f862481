import { sealRow } from './seal.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'

/** Reads and writes small texts by their names. */
export function createNotes(database: SqlDatabase) {
  const read = database.prepare<{ value: string }>('SELECT value FROM note WHERE name = ?')
  const write = database.prepare(
    'INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    read: (name: string): string | undefined => read.get(name)?.value,
    write: (name: string, value: string): void => {
      inWriteTransaction(database, () => {
        write.run(name, value)
        sealRow(database, 'note', name)
      })
    },
  }
}
