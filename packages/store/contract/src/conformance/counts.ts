import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { hostileTexts } from './hostile-texts.js'
import { ask, fill, numbered, worded, type Cases } from './samples.js'

const chunks = {
  a: worded('harbours|harbour harbours|harbour light'),
  b: worded('harbour red', { parts: 'harbourmaster lights|light', place: '\uF8FF docs \uF8FF' }),
  c: worded('lights|light 漢 字 संस्कृत'),
}

type Numbers = Readonly<Record<string, number>>

async function areCounts(counts: Promise<ReadonlyMap<string, number>>, expected: Numbers): Promise<void> {
  assert.deepEqual(Object.fromEntries(await counts), expected)
}

/** Asserts what the vocabulary answers: stems or forms by name, and the forms that begin with prefixes. */
function vocabularyOf(store: Store) {
  return {
    stems: (words: string[], expected: Numbers) => areCounts(store.chunksWithStems(words), expected),
    forms: (words: string[], expected: Numbers) => areCounts(store.chunksWithForms(words), expected),
    prefixes: (words: string[], expected: Numbers) => areCounts(store.chunksWithPrefixes(words), expected),
  }
}

const collectionCases: Cases = {
  'counts are given in the order of the request, and those of an empty store are 0': async (store) => {
    const queries = [
      ask.word('light'),
      ask.phrase('harbour', 'light'),
      ask.placed('docs'),
      ask.prefix('harb'),
      ask.any('red', '漢'),
      ask.word(''),
    ]
    const request = {
      queries,
      forms: ['lights', 'harbour', 'docs', ''],
      prefixes: ['harb', 'li', 'gone', '', '*'],
    }
    assert.deepEqual(await store.readCounts(request), {
      chunks: 0,
      meanLength: 0,
      counts: [0, 0, 0, 0, 0, 0],
      formCounts: [0, 0, 0, 0],
      expansions: [[], [], [], [], []],
    })
    await fill(store, chunks)
    assert.deepEqual(await store.readCounts(request), {
      chunks: 3,
      meanLength: 3,
      counts: [3, 1, 1, 2, 2, 0],
      formCounts: [1, 1, 0, 0],
      expansions: [['harbour', 'harbourmaster'], ['light'], [], [], []],
    })
    const nothing = { chunks: 3, meanLength: 3, counts: [], formCounts: [], expansions: [] }
    assert.deepEqual(await store.readCounts({ queries: [], forms: [], prefixes: [] }), nothing)
  },
  'a prefix has up to 256 stems, in the order of code points': async (store) => {
    const stems = numbered(300, (number) => `w${number}`)
    await fill(store, stems)
    const { expansions } = await store.readCounts({ queries: [], forms: [], prefixes: ['w', 'w29'] })
    const inOrder = Object.values(stems).toSorted()
    assert.deepEqual(expansions, [inOrder.slice(0, 256), inOrder.filter((stem) => stem.startsWith('w29'))])
  },
}

const vocabularyCases: Cases = {
  'stems are counted in text, parts and place, forms in the text, each chunk once': async (store) => {
    await fill(store, chunks)
    const { stems, forms, prefixes } = vocabularyOf(store)
    await stems(['harbour', 'light', 'docs', 'red', 'harbours', 'gone'], {
      harbour: 2,
      light: 3,
      docs: 1,
      red: 1,
    })
    await stems(['harbour', 'harbour', '漢', 'संस्कृत', 'संस्'], { harbour: 2, 漢: 1, संस्कृत: 1 })
    await forms(['harbour', 'harbours', 'light', 'lights'], { harbour: 1, harbours: 1, light: 1, lights: 1 })
    await forms(['harbourmaster', 'docs', 'gone'], {})
    await prefixes(['ha', 'li', 'harbour', 'gone'], { harbour: 1, harbours: 1, light: 1, lights: 1 })
    await prefixes(['harbours', 'संस्'], { harbours: 1, संस्कृत: 1 })
    await prefixes(['doc', 'harbourm'], {})
    for (const count of [stems, forms, prefixes]) await count([], {})
  },
  'what marks the ends of a place is no word, and what is no word is not found': async (store) => {
    const texts = [...hostileTexts, 'x\uF8FF'].map((text) => ({ form: text, stem: text }))
    await fill(store, { ...chunks, d: { words: { text: texts, parts: [], place: [] } } })
    const { stems, forms, prefixes } = vocabularyOf(store)
    const none = ['', ' ', '"', '*', '\0', '\uF8FF', 'x\uF8FF', 'harb*', 'HARBOUR', '\uD800', '%']
    for (const count of [stems, forms, prefixes]) await count(none, {})
    assert.ok(!(await store.chunksWithPrefixes(['x'])).has('x\uF8FF'))
    for (const text of hostileTexts) {
      for (const count of (await store.chunksWithStems([text, 'harbour'])).values()) assert.ok(count > 0)
      await store.chunksWithPrefixes([text])
    }
  },
  'thousands of words are counted in one call': async (store) => {
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
}

/** In how many chunks words and queries are. */
export const countCases: Cases = { ...collectionCases, ...vocabularyCases }
