import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { sampleDocument } from './samples.js'

async function putLanguages(store: Store, languages: readonly (string | undefined)[]): Promise<void> {
  await store.addRoot({ name: 'notes', path: '/home/notes' })
  for (const [number, language] of languages.entries()) {
    await store.replaceDocument(sampleDocument(`${number}.md`, { language }), [])
  }
}

/** The languages of documents. */
export const languageCases: readonly Check[] = [
  {
    name: 'languages are listed once each, in order, as documents have them now',
    async check(store) {
      assert.deepEqual(await store.listLanguages(), [])
      await putLanguages(store, [undefined, 'en', 'de', 'zh-Hant', 'en', undefined, 'de', 'EN'])
      assert.deepEqual(await store.listLanguages(), ['EN', 'de', 'en', 'zh-Hant'])
      await putLanguages(store, ['de', undefined])
      assert.deepEqual(await store.listLanguages(), ['EN', 'de', 'en', 'zh-Hant'])
      await store.removeDocuments(['3.md', '4.md'].map((path) => ({ root: 'notes', path })))
      assert.deepEqual(await store.listLanguages(), ['EN', 'de'])
      await store.removeRoot('notes')
      assert.deepEqual(await store.listLanguages(), [])
    },
  },
  {
    name: 'a document has the language that it was last given, and touching keeps it',
    async check(store) {
      for (const language of ['de', undefined, 'fr']) {
        await putLanguages(store, [language])
        const [document] = await store.listDocuments('notes')
        assert.equal(document?.language, language)
      }
      await store.touchDocuments([{ root: 'notes', path: '0.md', stamp: 'later', readAt: 2 }])
      assert.deepEqual(await store.listLanguages(), ['fr'])
    },
  },
  {
    name: 'languages are text, whatever they hold',
    async check(store) {
      const languages = hostileTexts.filter((text) => text.isWellFormed())
      await putLanguages(store, languages)
      const listed = await store.listLanguages()
      assert.deepEqual(listed.toSorted(), languages.toSorted())
    },
  },
]
