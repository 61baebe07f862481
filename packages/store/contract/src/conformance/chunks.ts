import assert from 'node:assert/strict'
import type { NewChunk } from '../document.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { fill, numbered, sampleChunk, sampleDocument } from './samples.js'

async function putAndRead(store: Store, chunk: NewChunk) {
  await store.addRoot({ name: 'notes', path: '/home/notes' })
  await store.replaceDocument(sampleDocument('a.md', { title: 'Title' }), [chunk])
  return (await store.readChunks([chunk.id]))[0]
}

/** Chunks as they are read by id. */
export const chunkCases: readonly Check[] = [
  {
    name: 'a chunk comes back with its place, heading and text',
    async check(store) {
      const place = { startLine: 7, endLine: 12, startColumn: null, endColumn: null }
      const heading = ['Über uns', '', 'a "b" \'c\' > d', '見出し']
      const stored = await putAndRead(store, sampleChunk('id-1', 'The text.\n', { ...place, heading }))
      assert.deepEqual(stored, {
        id: 'id-1',
        root: 'notes',
        path: 'a.md',
        title: 'Title',
        text: 'The text.\n',
        heading,
        ...place,
      })
    },
  },
  {
    name: 'a chunk cut inside a line has its columns',
    async check(store) {
      const stored = await putAndRead(store, sampleChunk('c', 'x', { startColumn: 1, endColumn: 4_000_000 }))
      assert.deepEqual([stored?.startColumn, stored?.endColumn], [1, 4_000_000])
    },
  },
  {
    name: 'a text is kept exactly, whatever it holds',
    async check(store) {
      const texts = numbered(
        6,
        (number) =>
          [
            'tabs\t, quotes "\' and \\ back\nslashes\n\n',
            'a\0b\0',
            'e\u0301 is not é; 漢字, हिन्दी, עברית, 👩‍👩‍👧, \u{10FFFF}',
            '\uFEFF\u200B\u202E control \u0001\u001B[31m',
            '',
            `${'long '.repeat(200_000)}end`,
          ][number] ?? '',
      )
      await fill(store, texts)
      const stored = await store.readChunks(Object.keys(texts))
      for (const { id, text } of stored) assert.ok(text === texts[id], `the text of ${id} is kept`)
      assert.equal(stored.length, 6)
    },
  },
  {
    name: 'chunks are read in the order of the ids, without those that are not there',
    async check(store) {
      await fill(store, { a: 'one', b: 'two', c: 'three' })
      const read = async (...ids: string[]) => (await store.readChunks(ids)).map(({ id }) => id)
      assert.deepEqual(await read('c', 'a', 'b'), ['c', 'a', 'b'])
      assert.deepEqual(await read('gone', 'b', '', 'a'), ['b', 'a'])
      assert.deepEqual(await read(), [])
    },
  },
  {
    name: 'thousands of chunks are read at once',
    async check(store) {
      const texts = numbered(3000, (number) => `text ${number}`)
      await fill(store, texts)
      const ids = Object.keys(texts).toReversed()
      assert.deepEqual(
        (await store.readChunks(ids)).map(({ id }) => id),
        ids,
      )
    },
  },
]
