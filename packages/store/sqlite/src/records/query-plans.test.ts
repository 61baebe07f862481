import { expect, it } from 'vitest'
import { createEntries } from './entries.js'
import { createRecordReader, type RecordReader } from './read-records.js'
import { createUses } from './record-use.js'
import { openRecordsFile } from './records-file.js'

/** The query plans of a call's statements on entries. */
function plansOf(call: (reader: RecordReader) => unknown): string[] {
  const { database } = openRecordsFile({ path: ':memory:' })
  const statements: string[] = []
  const watched: typeof database = {
    ...database,
    prepare(sql) {
      statements.push(sql)
      return database.prepare(sql)
    },
  }
  const reader = createRecordReader(watched, createEntries(watched, Date.now), createUses(watched))
  statements.length = 0
  call(reader)
  return statements.flatMap((sql) =>
    database
      .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => 1))
      .map(({ detail }) => detail),
  )
}

it.each<readonly [string, (reader: RecordReader) => unknown, RegExp]>([
  [
    'a duplicate',
    (reader) => reader.findByHash('c', 'h', null),
    /^SEARCH entry USING INDEX record_by_hash \(hash=\? AND collection=\?\)/,
  ],
  [
    'changes',
    (reader) => reader.changes({ after: 5 }),
    /^SEARCH entry USING INTEGER PRIMARY KEY \(rowid>\?\)/,
  ],
  [
    'a session',
    (reader) => reader.list({ session: 's' }),
    /^SEARCH entry USING INDEX record_by_session \(session=\?/,
  ],
  [
    'a collection',
    (reader) => reader.list({ collection: 'c', status: 'active', after: '5 x' }),
    /^SEARCH entry USING INDEX record_by_collection \(collection=\? AND \(at,id\)>/,
  ],
  ['all records', (reader) => reader.list({}), /^SEARCH entry USING INDEX record_by_time \(at>\?\)/],
])('%s is read by an index, not by a scan of all records', (_, call, plan) => {
  const [first, ...rest] = plansOf(call)
  expect(first).toMatch(plan)
  expect(rest.filter((detail) => /^SCAN|TEMP B-TREE/.test(detail))).toEqual([])
})
