import assert from 'node:assert/strict'
import type { FieldTest } from '../filter/search-filter.js'
import type { Check } from './check.js'
import { hostileTexts } from './hostile.js'
import {
  addDocuments,
  lets,
  ofField,
  onBothRetrievers,
  valued,
  type SampleDocument,
} from './filter-samples.js'

function documentsOf(
  metadata: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): SampleDocument[] {
  return Object.entries(metadata).map(([id, values]) => ({
    path: `${id}.md`,
    metadata: values,
    chunks: { [id]: {} },
  }))
}

const notes = documentsOf({
  plain: { status: 'Open', priority: 3, due: '2026-02-11', draft: true },
  lists: { status: ['Done', 'Überprüft'], priority: [1, 12], tags: ['ops', 'on call'] },
  nested: { a: { b: [{ c: 'deep' }], 'x.y': 5 }, due: '2026-02' },
  dotted: { 'a.b.c': 'deep', priority: '3', id: '007', due: '2026-02-11 14:30' },
  odd: { priority: 'high', status: null, tags: [], note: ' ', '': 'nameless', version: -0.5, draft: false },
})

const orders: readonly (readonly [
  key: string,
  operator: '<' | '<=' | '>' | '>=',
  value: string,
  through: string[],
])[] = [
  ['priority', '>', '3', ['lists']],
  ['priority', '>=', '3', ['plain', 'lists', 'dotted']],
  ['priority', '<', '3', ['lists']],
  ['priority', '<=', '3.0', ['plain', 'lists', 'dotted']],
  ['priority', '>', '1e1', ['lists']],
  ['priority', '>', 'a', ['odd']],
  ['priority', '<', 'HIGHER', ['odd']],
  ['version', '<', '-0.4', ['odd']],
  ['due', '>=', '2026-02-11', ['plain', 'dotted']],
  ['due', '>', '2026-02-11', []],
  ['due', '<=', '2026-02-11', ['plain', 'dotted']],
  ['due', '>', '2026-02-11T14:29', ['dotted']],
  ['due', '<', '2026-02-11T14:31', ['dotted']],
  ['due', '<=', '2026-02', ['plain', 'nested', 'dotted']],
  ['due', '>=', '2026', ['plain', 'nested', 'dotted']],
  ['due', '>', '2025', ['plain', 'nested', 'dotted']],
  ['due', '<', '3', []],
  ['due', '<', 'z', []],
  ['status', '>', 'o', ['plain', 'lists']],
  ['gone', '>=', '0', []],
  ['priority', '>', '', []],
]

const present: readonly (readonly [key: string, through: string[]])[] = [
  ['status', ['plain', 'lists']],
  ['STATUS', ['plain', 'lists']],
  ['tags', ['lists']],
  ['note', []],
  ['draft', ['plain', 'odd']],
  ['a', ['nested', 'dotted']],
  ['a.b', ['nested', 'dotted']],
  ['a.x', ['nested']],
  ['', ['odd']],
  ['gone', []],
]

/** Filters by what a document says of itself. */
export const fieldFilterCases: readonly Check[] = [
  ...onBothRetrievers(
    'a field is found by one of its values, without case and accents',
    notes,
    async (find) => {
      await lets(find, valued('status', 'open'), ['plain'])
      await lets(find, valued('Status', 'DONE'), ['lists'])
      await lets(find, valued('status', 'uberpruft'), ['lists'])
      await lets(find, valued('status', 'open', 'done', 'gone'), ['plain', 'lists'])
      await lets(find, valued('tags', 'on'), [])
      await lets(find, valued('tags', 'on  call'), ['lists'])
      await lets(find, valued('draft', 'true'), ['plain'])
      await lets(find, valued('priority', '3'), ['plain', 'dotted'])
      await lets(find, valued('priority', '3.0'), ['plain', 'dotted'])
      await lets(find, valued('id', '7'), [])
      await lets(find, valued('status'), [])
      await lets(find, valued('status', '', 'null'), [])
    },
  ),
  ...onBothRetrievers('a field inside another is named with a dot', notes, async (find) => {
    await lets(find, valued('a.b.c', 'deep'), ['nested', 'dotted'])
    await lets(find, valued('a.x.y', '5'), ['nested'])
    await lets(find, valued('a.b', 'deep'), [])
    await lets(find, valued('c', 'deep'), [])
  }),
  ...onBothRetrievers('a month or year has its days, not the other way round', notes, async (find) => {
    await lets(find, valued('due', '2026-02-11'), ['plain', 'dotted'])
    await lets(find, valued('due', '2026-02'), ['plain', 'nested', 'dotted'])
    await lets(find, valued('due', '2026'), ['plain', 'nested', 'dotted'])
    await lets(find, valued('due', '2026-02-11T14:30'), ['dotted'])
    await lets(find, valued('due', '2026-02-30'), [])
  }),
  ...onBothRetrievers(
    'numbers, dates and texts have an order, each among themselves',
    notes,
    async (find) => {
      for (const [key, operator, value, through] of orders) {
        const test: FieldTest = { operator, value }
        await lets(find, ofField(key, test), through)
      }
    },
  ),
  ...onBothRetrievers('a field is present where it has a value', notes, async (find) => {
    for (const [key, through] of present) await lets(find, ofField(key, { operator: 'present' }), through)
  }),
  ...onBothRetrievers('one of several fields will do', notes, async (find) => {
    const test = { operator: '=', values: ['3', 'ops'] } as const
    await lets(find, { kind: 'field', keys: ['priority', 'tags'], test }, ['plain', 'lists', 'dotted'])
    await lets(find, { kind: 'field', keys: [], test }, [])
  }),
  ...onBothRetrievers('a document has the fields that it was last given', notes, async (find, store) => {
    await addDocuments(store, documentsOf({ plain: { status: ['Done', 'done'] } }))
    await lets(find, valued('status', 'done'), ['plain', 'lists'])
    await lets(find, valued('status', 'open'), [])
    await store.removeDocuments([{ root: 'notes', path: 'plain.md' }])
    await lets(find, valued('status', 'done'), ['lists'])
  }),
  ...onBothRetrievers(
    'keys and values are text, whatever they hold',
    documentsOf({ all: Object.fromEntries(hostileTexts.map((text, place) => [text, [text, place]])) }),
    async (find) => {
      for (const [place, text] of hostileTexts.entries()) {
        await lets(find, valued(text, `${place}`), ['all'])
        await lets(find, valued(text, `${place}5`), [])
        for (const condition of [
          valued(text, text),
          valued('gone', text),
          ofField(text, { operator: '<', value: text }),
        ]) {
          assert.ok((await find([condition])).length <= 1)
        }
      }
    },
  ),
]
