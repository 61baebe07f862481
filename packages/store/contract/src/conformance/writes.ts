import assert from 'node:assert/strict'
import type { NewDocument } from '../document.js'
import type { Store } from '../store.js'
import { ask, fill, newDocument, rejectsWith, sampleDocument, times, type Cases } from './samples.js'

const chunkCount = 30
const versions = 8

/** Half of its chunks have the same id in all versions. */
function versionOf(path: string, version: number): NewDocument {
  const chunks = times(chunkCount, (number) => {
    const id = `${path} ${number % 2 === 0 ? 'each' : version} ${number}`
    return [id, { text: `${path} harbour ${version}`, inputs: [] }] as const
  })
  return newDocument(sampleDocument(path, { stamp: `${version}` }), Object.fromEntries(chunks))
}

/** The texts of a document's chunks, as a search finds them. */
async function readVersions(store: Store, path: string): Promise<string[]> {
  const { ids } = await store.findByWords({ query: ask.word('harbour'), limit: 500 })
  const { items, damaged } = await store.readItems(ids)
  assert.deepEqual(damaged, [])
  return items.filter(({ locator }) => locator.path === path).map(({ text }) => text)
}

/** What a store promises about the moments during a write; see `WriteGuarantee`. */
export const writeCases: Cases = {
  'the store names what a write promises': async ({ writes = 'call' }) => {
    assert.ok(['call', 'document'].includes(writes))
  },
  'no answer has parts of two versions of a document, while several documents are rewritten': async (
    store,
  ) => {
    await fill(store, {})
    const paths = ['a.md', 'b.md']
    await store.writeDocuments({ put: paths.map((path) => versionOf(path, 0)) })
    const state = { isDone: false }
    const rewrite = async (path: string) => {
      for (let version = 1; version < versions; version += 1)
        await store.writeDocuments({ put: [versionOf(path, version)] })
    }
    const watch = async (path: string) => {
      while (!state.isDone) {
        const texts = new Set(await readVersions(store, path))
        assert.ok(texts.size <= 1, [...texts].join())
      }
    }
    const watching = paths.map(watch)
    await Promise.all(paths.map(rewrite)).finally(() => void (state.isDone = true))
    await Promise.all(watching)
    for (const path of paths) {
      const expected = times(chunkCount, () => `${path} harbour ${versions - 1}`)
      assert.deepEqual(await readVersions(store, path), expected)
    }
  },
  'a write is visible when the generation changes, and when it resolves': async (store) => {
    if (!store.generation) return
    await fill(store, {})
    for (const version of times(5, (number) => number)) {
      const before = await store.generation()
      const writing = store.writeDocuments({ put: [versionOf('a.md', version)] })
      const state = { isDone: false }
      const done = writing.finally(() => void (state.isDone = true))
      while (!state.isDone && (await store.generation()) === before);
      assert.ok((await readVersions(store, 'a.md')).every((text) => text.endsWith(` ${version}`)))
      await done
      assert.equal((await readVersions(store, 'a.md')).length, chunkCount)
    }
  },
  'after a refused call, documents have their former version': async (store) => {
    await fill(store, { a: 'harbour' })
    const bad = { put: [versionOf('b.md', 1), newDocument(sampleDocument('c.md'), { a: 'other' })] }
    await rejectsWith('STORE_INVALID_DOCUMENT', store.writeDocuments(bad))
    const listed = await store.listVersions('notes', { limit: 10 })
    assert.ok(listed.every(({ path, stamp }) => path === 'all.md' || stamp === ''))
    await store.writeDocuments({ put: [versionOf('b.md', 2)] })
    assert.equal((await readVersions(store, 'b.md')).length, chunkCount)
  },
}
