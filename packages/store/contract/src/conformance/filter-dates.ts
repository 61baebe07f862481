import assert from 'node:assert/strict'
import type { Check } from './check.js'
import { lets, ofDates, onBothRetrievers } from './filter-samples.js'
import { sampleDocument } from './samples.js'

const documents = [
  { path: 'a.md', date: '2025-12-31', chunks: { a: {} } },
  { path: 'b.md', date: '2026-02-11', chunks: { b: {}, b2: {} } },
  { path: 'c.md', date: '2026-03-01', chunks: { c: {} } },
  { path: 'd.md', chunks: { undated: {} } },
]

/** Filters by date. */
export const dateFilterCases: readonly Check[] = [
  ...onBothRetrievers(
    'a span of days includes both ends, and nothing without a date',
    documents,
    async (find) => {
      await lets(find, ofDates('2026-02-11', null), ['b', 'b2', 'c'])
      await lets(find, ofDates('2026-02-12', null), ['c'])
      await lets(find, ofDates(null, '2026-02-11'), ['a', 'b', 'b2'])
      await lets(find, ofDates(null, '2026-02-10'), ['a'])
      await lets(find, ofDates('2026-01-01', '2026-02-28'), ['b', 'b2'])
      await lets(find, ofDates('2026-03-01', '2026-02-01'), [])
      await lets(find, ofDates(null, null), ['a', 'b', 'b2', 'c'])
    },
  ),
  {
    name: 'a document has the date that it was last given',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      for (const date of ['2026-02-11', undefined, '2026-02-12']) {
        const document = sampleDocument('a.md', date === undefined ? {} : { date })
        await store.replaceDocument(document, [])
        assert.deepEqual(await store.listDocuments('notes'), [document])
      }
    },
  },
]
