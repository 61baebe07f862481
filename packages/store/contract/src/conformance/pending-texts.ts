import assert from 'node:assert/strict'
import type { PendingText, Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAll, fill, numbered, plane, sampleChunk, sampleDocument } from './samples.js'

async function pendingByPages(store: Store, limit: number): Promise<PendingText[]> {
  const found: PendingText[] = []
  for (;;) {
    const page = await store.pendingTexts(plane, { limit, after: found.at(-1)?.key })
    assert.ok(page.length <= limit)
    if (page.length === 0) return found
    found.push(...page)
  }
}

function textsOf(pending: readonly PendingText[]): string[] {
  return pending.map(({ text }) => text).toSorted()
}

/** Texts that lack a vector. */
export const pendingTextCases: readonly Check[] = [
  {
    name: 'every distinct text is pending once, until it has a vector',
    async check(store) {
      await fill(store, { a: 'same', b: 'same', c: 'other' }, 'one')
      await fill(store, { d: 'same', e: 'third' }, 'two')
      await store.addSpace(plane)
      const texts = await embedAll(store, plane, () => atAngle(1))
      assert.deepEqual(texts.toSorted(), ['other', 'same', 'third'])
      assert.deepEqual(await embedAll(store, plane, () => atAngle(1)), [])
    },
  },
  {
    name: 'pages follow each other by key, without gap or repetition, whatever their size',
    async check(store) {
      const texts = numbered(25, (number) => `text ${number}`)
      await fill(store, texts)
      await store.addSpace(plane)
      for (const limit of [1, 7, 25, 100]) {
        const pending = await pendingByPages(store, limit)
        assert.deepEqual(textsOf(pending), Object.values(texts).toSorted())
        const keys = pending.map(({ key }) => key)
        assert.deepEqual(keys, keys.toSorted())
        assert.equal(new Set(keys).size, 25)
      }
    },
  },
  {
    name: 'a page begins behind its key, whether or not that text has its vector by now',
    async check(store) {
      await fill(
        store,
        numbered(9, (number) => `text ${number}`),
      )
      await store.addSpace(plane)
      const all = await store.pendingTexts(plane, { limit: 100 })
      const rest = () => store.pendingTexts(plane, { limit: 100, after: all[3]?.key })
      assert.deepEqual(await rest(), all.slice(4))
      await store.putVectors(
        plane,
        all.slice(0, 4).map(({ key }) => ({ key, vector: atAngle(1) })),
      )
      assert.deepEqual(await rest(), all.slice(4))
      assert.deepEqual(await store.pendingTexts(plane, { limit: 100 }), all.slice(4))
    },
  },
  {
    name: 'a pending text is the prefix and the piece of the chunk’s text, and says where it stands',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const text = 'Ein 🜂 text'
      await store.replaceDocument(sampleDocument('a/b.md'), [
        sampleChunk('a', text, {
          startLine: 12,
          endLine: 14,
          inputs: [
            { prefix: 'Title\n\n', from: 0, to: text.length },
            { prefix: 'Title\n\n', from: text.indexOf('text'), to: text.length },
            { prefix: '', from: 4, to: 6 },
          ],
        }),
      ])
      await store.addSpace(plane)
      const pending = await store.pendingTexts(plane, { limit: 10 })
      assert.deepEqual(textsOf(pending), ['Title\n\nEin 🜂 text', 'Title\n\ntext', '🜂'])
      for (const { document, startLine } of pending) {
        assert.deepEqual(
          { document, startLine },
          { document: { root: 'notes', path: 'a/b.md' }, startLine: 12 },
        )
      }
    },
  },
  {
    name: 'another prefix makes another text',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const put = (prefix: string) =>
        store.replaceDocument(sampleDocument('a.md'), [
          sampleChunk('a', 'text', { inputs: [{ prefix, from: 0, to: 4 }] }),
        ])
      await put('one ')
      await store.addSpace(plane)
      await embedAll(store, plane, () => atAngle(1))
      await put('two ')
      assert.deepEqual(await embedAll(store, plane, () => atAngle(1)), ['two text'])
    },
  },
  {
    name: 'texts of removed documents are not pending',
    async check(store) {
      await fill(store, { a: 'one' }, 'one')
      await fill(store, { b: 'two', c: 'three' }, 'two')
      await store.addSpace(plane)
      await store.removeRoot('one')
      await fill(store, { c: 'three' }, 'two')
      assert.deepEqual(textsOf(await store.pendingTexts(plane, { limit: 10 })), ['three'])
    },
  },
  {
    name: 'a vector whose text was removed meanwhile is taken',
    async check(store) {
      await fill(store, { a: 'one' })
      await store.addSpace(plane)
      const [pending] = await store.pendingTexts(plane, { limit: 10 })
      await fill(store, { b: 'two' })
      assert.ok(pending)
      await store.putVectors(plane, [{ key: pending.key, vector: atAngle(1) }])
      assert.deepEqual(textsOf(await store.pendingTexts(plane, { limit: 10 })), ['two'])
    },
  },
]
