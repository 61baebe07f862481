import type { Touch } from '@recallite/records'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createEntries } from './entries.js'
import { createRecordWriter } from './put-records.js'
import { createRecordReader } from './read-records.js'
import { createUses } from './record-use.js'
import { createSessions } from './sessions.js'

/** What reads and writes the records of a database. */
export function createRecordParts(database: SqlDatabase, now: () => number) {
  const entries = createEntries(database, now)
  const uses = createUses(database)
  const sessions = createSessions(database, entries, now)
  const reader = createRecordReader(database, entries, uses)
  const writer = createRecordWriter({ entries, uses, sessions, reader, now })
  return {
    reader,
    writer,
    sessions,
    lastChange: entries.lastChange,
    /** Called inside a transaction. */
    touch(touch: Touch): void {
      const entry = entries.read('record', touch.id)
      if (typeof entry === 'object' && entry.body !== null) uses.add(touch)
    },
  }
}
