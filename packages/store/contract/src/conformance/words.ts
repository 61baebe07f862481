import assert from 'node:assert/strict'
import { hostileTexts } from './hostile-texts.js'
import { ask, fill, finds, numbered, put, sampleDocument, worded, wordsOf, type Cases } from './samples.js'
import { withCapability } from './samples.js'

const scripts = 'café cafe cafe\u0301 हिन्दी हिन्द ภาษา 설 設 計 ß ss 𐐨𐐩 ٣ \uE000'.split(' ')

const foundCases: Cases = {
  'what has no letter and no digit finds nothing, nor does a query without parts': async (store) => {
    await fill(store, { a: 'harbour !!! ***' })
    for (const query of [ask.any(), ask.all(), ask.phrase(), ask.placed()]) await finds(store, query)
    for (const text of ['', ' ', '!!!', '***', '"']) {
      const queries = [ask.word(text), ask.phrase(text, text), ask.prefix(text), ask.any(text)]
      for (const query of [...queries, ask.all(text, 'harbour')]) await finds(store, query)
      await finds(store, ask.any(text, 'harbour'), 'a')
    }
  },
  'words of any script are found as they are, character by character': async (store) => {
    const chunks = scripts.map((stem) => {
      return [`of ${stem}`, { words: { text: [{ form: stem, stem }], parts: [], place: [] } }]
    })
    await fill(store, Object.fromEntries(chunks))
    for (const stem of scripts) await finds(store, ask.word(stem), `of ${stem}`)
  },
  'the words of a chunk are found, not its text, title, path or heading': async (store) => {
    const chunk = { text: 'the text', words: wordsOf('other words'), heading: ['Osprey'] }
    await put(store, sampleDocument('secret-path.md', { title: 'Heron' }), { a: chunk })
    await finds(store, ask.any('words'), 'a')
    await finds(store, ask.any('text', 'heron', 'osprey', 'secret'))
  },
  'as many chunks are found as are wanted or match, each once, and none for a limit of 0': async (store) => {
    await fill(
      store,
      numbered(40, (number) => (number % 4 === 0 ? 'quay' : `harbour ${'light '.repeat(number)}`)),
    )
    for (const limit of [0, 1, 7, 30, 1000]) {
      for (const query of [ask.any('harbour', 'light'), ask.all('harbour', 'light')]) {
        const { ids } = await store.findByWords({ query, limit })
        assert.ok(ids.length >= Math.min(limit, 30) && ids.length <= (limit === 0 ? 0 : 30))
        assert.ok(new Set(ids).size === ids.length && ids.every((id) => Number(id.slice(1)) % 4 > 0))
      }
    }
  },
  'more of the words, a rarer word, a word more often and a shorter chunk are each more promising': async (
    store,
  ) => {
    await fill(store, {
      ...numbered(20, (number) => `filler common ${number}`),
      both: 'harbour light in the dark of night',
      one: 'harbour walls in the dark of night',
      often: 'heron heron heron in the dark night',
      once: 'heron alone here in the dark night',
      short: 'osprey night',
      long: `osprey night ${'and so on '.repeat(30)}`,
      rare: 'jackdaw',
      common: 'common',
    })
    const clear = {
      both: ask.any('harbour', 'light'),
      often: ask.word('heron'),
      short: ask.word('osprey'),
      rare: ask.any('jackdaw', 'common'),
    }
    for (const [id, query] of Object.entries(clear)) {
      for (const limit of [1, 50]) assert.equal((await store.findByWords({ query, limit })).ids[0], id)
    }
  },
  'among more matches than are wanted, those of the rarest word are found': async (store) => {
    const rare = { x: 'harbour light tower', y: 'harbour walls tower', z: 'harbour walls and tower' }
    const others = numbered(400, (number) => `harbour ${number % 3 === 0 ? 'walls' : 'light'} ${number}`)
    await fill(store, { ...others, ...rare })
    const { ids } = await store.findByWords({ query: ask.any('harbour', 'light', 'tower'), limit: 10 })
    assert.ok(Object.keys(rare).every((id) => ids.includes(id)))
    assert.equal(ids[0], 'x')
  },
}

const chunks = {
  a: worded('harbours|harbour harbours|harbour light'),
  b: worded('harbour red', { parts: 'harbourmaster lights|light', place: '\uF8FF docs \uF8FF' }),
  c: worded('lights|light 漢 字 संस्कृत'),
}

const countCases: Cases = {
  'counts are given in the order of the request, and those of an empty store are 0': async (store) => {
    const queries = [
      ask.word('light'),
      ask.phrase('harbour', 'light'),
      ask.placed('docs'),
      ask.prefix('harb'),
      ask.any('red', '漢'),
      ask.word(''),
    ]
    const forms = ['lights', 'harbour', 'docs', '']
    const request = { queries, forms, prefixes: ['harb', 'li', 'gone', '', '*'] }
    const nothing = { chunks: 0, meanLength: 0, languages: [], counts: [], formCounts: [], expansions: [] }
    const none = { counts: [0, 0, 0, 0, 0, 0], formCounts: [0, 0, 0, 0], expansions: [[], [], [], [], []] }
    assert.deepEqual(await store.readCounts(request), { ...nothing, ...none })
    await fill(store, chunks)
    const all = { ...nothing, chunks: 3, meanLength: 3 }
    assert.deepEqual(await store.readCounts(request), {
      ...all,
      counts: [3, 1, 1, 2, 2, 0],
      formCounts: [1, 1, 0, 0],
      expansions: [['harbour', 'harbourmaster'], ['light'], [], [], []],
    })
    assert.deepEqual(await store.readCounts({}), all)
  },
  'a prefix has up to 256 stems, in the order of code points': async (store) => {
    const stems = numbered(300, (number) => `w${number}`)
    await fill(store, stems)
    const { expansions } = await store.readCounts({ prefixes: ['w', 'w29'] })
    const inOrder = Object.values(stems).toSorted()
    assert.deepEqual(expansions, [inOrder.slice(0, 256), inOrder.filter((stem) => stem.startsWith('w29'))])
  },
}

/** What the model asks of the vocabulary is not asked again. */
const vocabularyCases: Cases = {
  'what marks the ends of a place is no word, and what is no word is not counted': withCapability(
    'vocabulary',
    async (store, { chunksWithStems, chunksWithForms, chunksWithPrefixes }) => {
      const texts = [...hostileTexts, 'x\uF8FF'].map((text) => ({ form: text, stem: text }))
      await fill(store, { ...chunks, d: { words: { text: texts, parts: [], place: [] } } })
      const none = ['', ' ', '"', '*', '\0', '\uF8FF', 'x\uF8FF', 'harb*', 'HARBOUR', '\uD800', '%']
      for (const count of [chunksWithStems, chunksWithForms, chunksWithPrefixes]) {
        for (const words of [none, []]) assert.equal((await count(words)).size, 0)
      }
      assert.ok(!(await chunksWithPrefixes(['x'])).has('x\uF8FF'))
      for (const text of hostileTexts) {
        for (const count of (await chunksWithStems([text, 'harbour'])).values()) assert.ok(count > 0)
        await chunksWithPrefixes([text])
      }
    },
  ),
  'thousands of words are counted in one call': withCapability(
    'vocabulary',
    async (store, { chunksWithStems, chunksWithForms, chunksWithPrefixes }) => {
      await fill(
        store,
        numbered(200, (number) => `harbour${number} light${number % 7}`),
      )
      const words = Array.from({ length: 8000 }, (_, number) => `harbour${number}`)
      for (const counts of [await chunksWithStems(words), await chunksWithForms(words)])
        assert.deepEqual([counts.size, counts.get('harbour7'), counts.get('harbour199')], [200, 1, 1])
      const prefixes = Array.from({ length: 500 }, (_, number) => `light${number}`)
      assert.equal((await chunksWithPrefixes([...prefixes, 'harbour1'])).size, 7 + 111)
    },
  ),
}

/** Which chunks are found by words, and in how many chunks words are; the model has queries of every kind. */
export const wordCases: Cases = { ...foundCases, ...countCases, ...vocabularyCases }
