import type { DocumentKind } from './document-kind.js'
import { writeChecksum } from './checksum.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'

/** The prefix of notes about records. */
export const recordNotes = 'record:'

/** The prefix of notes that describe spaces, in case the row of a space is lost. */
export const spaceNotes = 'space:'

/** Reads and writes small texts of a kind by their names. */
export function createNotes(database: SqlDatabase, kind: DocumentKind) {
  const prefix = kind === 'record' ? recordNotes : ''
  const read = database.prepare<{ value: string }>('SELECT value FROM note WHERE name = ?')
  const write = database.prepare(
    'INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare('DELETE FROM note WHERE name = ?')
  return {
    remove: (name: string): void => void remove.run(prefix + name),
    read: (name: string): string | undefined => read.get(prefix + name)?.value,
    write: (name: string, value: string): void => {
      inWriteTransaction(database, () => {
        write.run(prefix + name, value)
        writeChecksum(database, 'note', prefix + name)
      })
    },
  }
}
