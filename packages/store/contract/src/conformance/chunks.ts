import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { fill, numbered, put, sampleDocument, type Cases } from './samples.js'

const texts: Readonly<Record<string, string>> = {
  quotes: 'tabs\t, quotes "\' and \\ back\nslashes\n\n',
  nul: 'a\0b\0',
  scripts: 'e\u0301 is not é; 漢字, हिन्दी, עברית, 👩‍👩‍👧, \u{10FFFF}',
  control: '\uFEFF\u200B\u202E control \u0001\u001B[31m',
  empty: '',
  long: `${'long '.repeat(200_000)}end`,
}

const lists: Readonly<Record<string, Uint8Array>> = {
  a: Uint8Array.from({ length: 257 }, (_, number) => number),
  empty: new Uint8Array(),
  nothing: new Uint8Array(8),
  quarter: Uint8Array.of(0xff, 0xfe, 0),
  part: Uint8Array.of(9, 9, 1, 2, 3).subarray(2),
}

async function readTermLists(store: Store, ids: readonly string[]): Promise<Record<string, number[]>> {
  const found = await store.readTermLists(ids)
  return Object.fromEntries(found.map(({ id, termList }) => [id, [...termList]]))
}

/** Chunks and their term lists, as they are read by id. */
export const chunkCases: Cases = {
  'a chunk comes back with its lines, columns, heading and text': async (store) => {
    const heading = ['Über uns', '', 'a "b" \'c\' > d', '見出し']
    const whole = {
      startLine: 7,
      endLine: 12,
      startColumn: null,
      endColumn: null,
      heading,
      text: 'The text.\n',
    }
    const cut = { ...whole, startColumn: 1, endColumn: 4_000_000 }
    await put(store, sampleDocument('a.md', { title: 'Title' }), { whole, cut })
    const document = { root: 'notes', path: 'a.md', title: 'Title' }
    const chunks = [
      { ...cut, id: 'cut', ...document },
      { ...whole, id: 'whole', ...document },
    ]
    assert.deepEqual(await store.readChunks(['cut', 'whole']), { chunks, damaged: [] })
  },
  'a text is kept exactly, whatever it holds': async (store) => {
    await fill(store, texts)
    const { chunks } = await store.readChunks(Object.keys(texts))
    for (const { id, text } of chunks) assert.ok(text === texts[id], `the text of ${id} is kept`)
    assert.equal(chunks.length, Object.keys(texts).length)
  },
  'chunks are read in the order of the ids, thousands at once, without those that are not there': async (
    store,
  ) => {
    const many = numbered(3000, (number) => `text ${number}`)
    await fill(store, many)
    const ids = Object.keys(many).toReversed()
    const { chunks, damaged } = await store.readChunks(['gone', ...ids, ''])
    assert.deepEqual(
      chunks.map(({ id }) => id),
      ids,
    )
    assert.deepEqual(damaged, [])
    assert.deepEqual(await store.readChunks([]), { chunks: [], damaged: [] })
  },
  'a term list comes back byte by byte, as it was last given': async (store) => {
    for (const termLists of [numbered(5, () => Uint8Array.of(7)), lists]) {
      await fill(
        store,
        Object.fromEntries(Object.entries(termLists).map(([id, termList]) => [id, { termList }])),
      )
      const expected = Object.entries(termLists).map(([id, termList]) => [id, [...termList]])
      assert.deepEqual(await readTermLists(store, Object.keys(termLists)), Object.fromEntries(expected))
    }
    assert.deepEqual(await readTermLists(store, ['gone', 'part', 'c0000', '']), { part: [1, 2, 3] })
    assert.deepEqual(await store.readTermLists([]), [])
  },
  'thousands of term lists are read at once': async (store) => {
    const many = numbered(3000, (number) => ({ termList: new Uint8Array(4 * (number % 9)).fill(number) }))
    await fill(store, many)
    const expected = Object.entries(many).map(([id, { termList }]) => [id, [...termList]])
    assert.deepEqual(await readTermLists(store, Object.keys(many)), Object.fromEntries(expected))
  },
}
