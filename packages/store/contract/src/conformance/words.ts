import assert from 'node:assert/strict'
import { ask, fill, finds, numbered, put, sampleDocument, wordsOf, type Cases } from './samples.js'

const odd = ['', ' ', '!!!', '***', '"']

const scripts = 'café cafe cafe\u0301 हिन्दी हिन्द ภาษา 설 設 計 ß ss 𐐨𐐩 ٣ \uE000'.split(' ')

/** Which chunks are found by words, and which of many; the model has queries of every kind. */
export const wordCases: Cases = {
  'a word finds the chunks that hold it as a whole word, by its stem': async (store) => {
    await fill(store, {
      a: 'the harbour at night',
      b: 'harbourmaster',
      c: 'arbour',
      d: 'Night, harbours|harbour!',
    })
    await finds(store, ask.word('harbour'), 'a', 'd')
    await finds(store, ask.phrase('night', 'harbour'), 'd')
    await finds(store, ask.any('quay', 'harbours'))
  },
  'what has no letter and no digit finds nothing, nor does a query without parts': async (store) => {
    await fill(store, { a: 'harbour !!! ***' })
    for (const query of [ask.any(), ask.all(), ask.phrase(), ask.placed()]) await finds(store, query)
    for (const text of odd) {
      for (const query of [
        ask.word(text),
        ask.phrase(text, text),
        ask.prefix(text),
        ask.any(text),
        ask.all(text, 'harbour'),
      ]) {
        await finds(store, query)
      }
      await finds(store, ask.any(text, 'harbour'), 'a')
    }
  },
  'words of any script are found as they are, character by character': async (store) => {
    const chunks = scripts.map((stem) => [
      `of ${stem}`,
      { words: { text: [{ form: stem, stem }], parts: [], place: [] } },
    ])
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
        const found = await store.findByWords({ query, limit })
        assert.ok(found.length >= Math.min(limit, 30) && found.length <= (limit === 0 ? 0 : 30))
        assert.ok(new Set(found).size === found.length && found.every((id) => Number(id.slice(1)) % 4 > 0))
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
      for (const limit of [1, 50]) assert.equal((await store.findByWords({ query, limit }))[0], id)
    }
  },
  'among more matches than are wanted, those of the rarest word are found': async (store) => {
    const rare = { x: 'harbour light tower', y: 'harbour walls tower', z: 'harbour walls and tower' }
    await fill(store, {
      ...numbered(900, (number) => `harbour ${number % 3 === 0 ? 'walls' : 'light'} ${number}`),
      ...rare,
    })
    const found = await store.findByWords({ query: ask.any('harbour', 'light', 'tower'), limit: 10 })
    assert.deepEqual(
      Object.keys(rare).filter((id) => !found.includes(id)),
      [],
    )
    assert.equal(found[0], 'x')
  },
}
