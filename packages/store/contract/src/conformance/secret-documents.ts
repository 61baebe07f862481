import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAll, findIds, plane, sampleChunk, sampleDocument, word } from './samples.js'

interface Sample {
  readonly texts?: readonly string[]
  readonly isSecret?: boolean
}

/** Puts a document with a chunk for each text, whose id is the text with the path before it. */
async function put(store: Store, path: string, { texts = [], isSecret }: Sample): Promise<void> {
  const chunks = texts.map((text) => sampleChunk(`${path} ${text}`, text))
  await store.replaceDocument(sampleDocument(path, { isSecret }), chunks)
}

/** Every pending text, by pages of two: whether it is secret, and the document it is said to be in. */
async function pendingTexts(store: Store): Promise<Record<string, readonly [boolean, string]>> {
  const found: Record<string, readonly [boolean, string]> = {}
  let after: string | undefined
  do {
    const page = await store.pendingTexts(plane, { limit: 2, after })
    for (const { text, isSecret, document } of page) found[text] = [isSecret, document.path]
    after = page.at(-1)?.key
  } while (after !== undefined)
  return found
}

/** Documents that look as if they held secrets. */
export const secretDocumentCases: readonly Check[] = [
  {
    name: 'a document comes back as secret where it was given as secret, and only there',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await put(store, 'not.md', { isSecret: false })
      await put(store, 'secret.md', { isSecret: true })
      await put(store, 'untold.md', {})
      assert.deepEqual(await store.listDocuments('notes'), [
        sampleDocument('not.md'),
        sampleDocument('secret.md', { isSecret: true }),
        sampleDocument('untold.md'),
      ])
    },
  },
  {
    name: 'a pending text is secret if any document that holds it is, and that one is named',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.addSpace(plane)
      await put(store, 'a.md', { texts: ['one', 'shared'] })
      await put(store, 'keys.md', { texts: ['two', 'shared'], isSecret: true })
      await put(store, 'z.md', { texts: ['three', 'shared'] })
      assert.deepEqual(await pendingTexts(store), {
        one: [false, 'a.md'],
        shared: [true, 'keys.md'],
        two: [true, 'keys.md'],
        three: [false, 'z.md'],
      })
    },
  },
  {
    name: 'a text is no longer secret once no document that holds it is',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.addSpace(plane)
      for (const path of ['a.md', 'b.md', 'c.md']) {
        await put(store, path, { texts: ['shared'], isSecret: path !== 'c.md' })
      }
      assert.deepEqual(await pendingTexts(store), { shared: [true, 'a.md'] })
      await put(store, 'a.md', { texts: ['shared'] })
      assert.deepEqual(await pendingTexts(store), { shared: [true, 'b.md'] })
      await store.removeDocuments([{ root: 'notes', path: 'b.md' }])
      assert.equal((await pendingTexts(store))['shared']?.[0], false)
    },
  },
  {
    name: 'touching a document leaves it secret, and secret texts are found and take vectors like others',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.addSpace(plane)
      await put(store, 'keys.md', { texts: ['harbour'], isSecret: true })
      await store.touchDocuments([{ root: 'notes', path: 'keys.md', stamp: 'stamp 2', readAt: 2 }])
      assert.equal((await store.listDocuments('notes'))[0]?.isSecret, true)
      assert.deepEqual(await findIds(store, word('harbour')), ['keys.md harbour'])
      assert.deepEqual(await embedAll(store, plane, () => atAngle(1)), ['harbour'])
      assert.deepEqual(await pendingTexts(store), {})
    },
  },
]
