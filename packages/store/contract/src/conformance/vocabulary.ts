import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { fill, fillWords, numbered, wordsOf } from './samples.js'

type Answer = Readonly<Record<string, number>>

function entriesOf(counts: ReadonlyMap<string, number>): Answer {
  return Object.fromEntries([...counts].toSorted())
}

/** Asserts what a store's vocabulary answers. */
function vocabularyOf(store: Store) {
  return {
    async stems(words: string[], expected: Answer) {
      assert.deepEqual(entriesOf(await store.chunksWithStems(words)), expected)
    },
    async forms(words: string[], expected: Answer) {
      assert.deepEqual(entriesOf(await store.chunksWithForms(words)), expected)
    },
    async prefixes(words: string[], expected: Answer) {
      assert.deepEqual(entriesOf(await store.chunksWithPrefixes(words)), expected)
    },
  }
}

const texts = {
  a: wordsOf('harbours|harbour harbours|harbour light'),
  b: wordsOf('harbour red', { parts: 'harbourmaster lights|light', place: '\uF8FF docs \uF8FF' }),
  c: wordsOf('lights|light 漢 字 संस्कृत'),
}

/** In how many chunks words are. */
export const vocabularyCases: readonly Check[] = [
  {
    name: 'stems are counted in text, parts and place, forms in the text, each chunk once',
    async check(store) {
      await fillWords(store, texts)
      const { stems, forms } = vocabularyOf(store)
      await stems(['harbour', 'light', 'docs', 'red', 'harbours', 'gone'], {
        docs: 1,
        harbour: 2,
        light: 3,
        red: 1,
      })
      await stems(['harbour', 'harbour'], { harbour: 2 })
      await stems(['漢', 'संस्कृत', 'संस्'], { 漢: 1, संस्कृत: 1 })
      await forms(['harbour', 'harbours', 'light', 'lights'], {
        harbour: 1,
        harbours: 1,
        light: 1,
        lights: 1,
      })
      await forms(['harbourmaster', 'docs', 'gone'], {})
      await stems([], {})
      await forms([], {})
    },
  },
  {
    name: 'the forms that begin with a prefix are all listed, those of several prefixes once',
    async check(store) {
      await fillWords(store, texts)
      const { prefixes } = vocabularyOf(store)
      await prefixes(['harb'], { harbour: 1, harbours: 1 })
      await prefixes(['ha', 'li', 'harbour', 'gone'], { harbour: 1, harbours: 1, light: 1, lights: 1 })
      await prefixes(['harbours', 'संस्'], { harbours: 1, संस्कृत: 1 })
      await prefixes(['doc', 'harbourm'], {})
      await prefixes([], {})
    },
  },
  {
    name: 'words of chunks that changed or went are not counted',
    async check(store) {
      await fill(store, { a: 'harbour light', b: 'harbour tower', c: 'harbour' })
      await fill(store, { d: 'harbour quay' }, 'other')
      await fill(store, { a: 'harbour lights|light', b: 'tower' })
      const { stems, forms, prefixes } = vocabularyOf(store)
      const asked = ['harbour', 'light', 'lights', 'tower', 'quay']
      await stems(asked, { harbour: 2, light: 1, quay: 1, tower: 1 })
      await forms(asked, { harbour: 2, lights: 1, quay: 1, tower: 1 })
      await store.removeRoot('other')
      await stems(asked, { harbour: 1, light: 1, tower: 1 })
      await prefixes(['harb', 'li', 'qu'], { harbour: 1, lights: 1 })
      await store.optimise()
      await forms(asked, { harbour: 1, lights: 1, tower: 1 })
      await prefixes(['harb', 'li', 'qu'], { harbour: 1, lights: 1 })
    },
  },
  {
    name: 'what marks the ends of a place is no word, and what is no word is not found',
    async check(store) {
      const marked = { form: 'x\uF8FF', stem: 'x\uF8FF' }
      await fillWords(store, {
        ...texts,
        d: {
          text: [...hostileTexts.map((text) => ({ form: text, stem: text })), marked],
          parts: [],
          place: [],
        },
      })
      const { stems, forms, prefixes } = vocabularyOf(store)
      const none = ['', ' ', '"', '*', '\0', '\uF8FF', 'x\uF8FF', 'harb*', 'HARBOUR', '\uD800']
      await stems(none, {})
      await forms(none, {})
      await prefixes(['\uF8FF', 'x\uF8FF', '', '*', 'HARB', '\uD800', '%'], {})
      assert.ok(!(await store.chunksWithPrefixes(['x'])).has('x\uF8FF'))
      for (const text of hostileTexts) {
        for (const count of (await store.chunksWithStems([text, 'harbour'])).values()) assert.ok(count > 0)
        await store.chunksWithPrefixes([text])
      }
    },
  },
  {
    name: 'thousands of words are counted in one call',
    async check(store) {
      await fill(
        store,
        numbered(300, (number) => `harbour${number} light${number % 7}`),
      )
      const words = Array.from({ length: 8000 }, (_, number) => `harbour${number}`)
      for (const counts of [await store.chunksWithStems(words), await store.chunksWithForms(words)]) {
        assert.deepEqual([counts.size, counts.get('harbour7'), counts.get('harbour299')], [300, 1, 1])
      }
      const prefixes = Array.from({ length: 500 }, (_, number) => `light${number}`)
      assert.equal((await store.chunksWithPrefixes([...prefixes, 'harbour1'])).size, 7 + 111)
    },
  },
]
