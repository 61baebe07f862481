import assert from 'node:assert/strict'
import type { KeywordQuery } from '../query.js'
import {
  all,
  any,
  fill,
  finds,
  numbered,
  phrase,
  placed,
  prefix,
  put,
  sampleDocument,
  without,
  word,
  worded,
  wordsOf,
  type Cases,
  type SampleChunks,
} from './samples.js'

type Asked = readonly [query: KeywordQuery, ...ids: string[]]

const lights = { a: 'harbour', b: 'harbour light', c: 'light tower' }
const odd = ['', ' ', '!!!', '***', '"']

/** Chunks, queries, and which of the chunks each query finds. */
const matches: Readonly<Record<string, readonly [chunks: SampleChunks, ...asked: Asked[]]>> = {
  'a word finds the chunks that hold it as a whole word': [
    { a: 'the harbour at night', b: 'harbourmaster', c: 'arbour', d: 'Night, harbour!' },
    [word('harbour'), 'a', 'd'],
    [word('quay')],
  ],
  'a phrase finds its words side by side and in order': [
    {
      a: 'red harbour light',
      b: 'light harbour red',
      c: 'red light in the harbour',
      d: '設 計 図',
      e: '計 設',
    },
    [phrase('harbour', 'light'), 'a'],
    [phrase('light', 'harbour', 'red'), 'b'],
    [phrase('light', 'red')],
    [phrase('red'), 'a', 'b', 'c'],
    [phrase('設', '計'), 'd'],
    [word('計'), 'd', 'e'],
  ],
  'any finds what one part finds, all finds what every part finds': [
    lights,
    [any('harbour', 'tower'), 'a', 'b', 'c'],
    [any('harbour', 'unknown'), 'a', 'b'],
    [all('harbour', 'light'), 'b'],
    [all('harbour', 'unknown')],
    [{ kind: 'all', parts: [any('harbour', 'tower'), phrase('light', 'tower')] }, 'c'],
  ],
  'without leaves out what its second part finds': [
    lights,
    [without(word('harbour'), word('light')), 'a'],
    [without(any('harbour', 'light'), phrase('light', 'tower')), 'a', 'b'],
    [without(word('harbour'), word('unknown')), 'a', 'b'],
    [without(word('light'), without(word('light'), word('tower'))), 'c'],
  ],
  'what has no letter and no digit finds nothing, nor does a query without parts': [
    { a: 'harbour !!! ***' },
    ...[any(), all(), phrase(), placed()].map((query): Asked => [query]),
    ...odd.flatMap((text): Asked[] => [[word(text)], [phrase(text, text)], [prefix(text)], [any(text)]]),
    ...odd.flatMap((text): Asked[] => [[any(text, 'harbour'), 'a'], [all(text, 'harbour')]]),
  ],
  'a word is found by its stem, not by its form': [
    { a: 'two migrations|migrat', b: 'we migrate|migrat', c: 'migrations' },
    [word('migrat'), 'a', 'b'],
    [word('migrations'), 'c'],
    [word('migrate')],
    [phrase('two', 'migrat'), 'a'],
  ],
  'a word is found in text, parts and place, a phrase in text or parts, a place in the place': [
    {
      a: worded('red light', { place: 'docs red light' }),
      b: worded('tower', { parts: 'red light' }),
      c: worded('tower', { place: 'red light' }),
      d: worded('tower red', { parts: 'light tower', place: 'red' }),
    },
    [word('red'), 'a', 'b', 'c', 'd'],
    [word('light'), 'a', 'b', 'c', 'd'],
    [phrase('red', 'light'), 'a', 'b'],
    [phrase('light', 'red')],
    [placed('red', 'light'), 'a', 'c'],
    [placed('red'), 'a', 'c', 'd'],
    [placed('docs', 'red', 'light'), 'a'],
    [placed('tower')],
    [{ kind: 'all', parts: [word('tower'), placed('light')] }, 'c'],
  ],
  'a prefix finds the words that begin so, wherever they stand': [
    {
      a: worded('harbours|harbour'),
      b: worded('light', { parts: 'harbourmaster' }),
      c: worded('light', { place: 'harb' }),
      d: worded('arbour harvest'),
      e: worded('集 संस्कृत'),
    },
    [prefix('harb'), 'a', 'b', 'c'],
    [prefix('harbour'), 'a', 'b'],
    [prefix('harbours')],
    [prefix('集'), 'e'],
    [prefix('संस्'), 'e'],
    [without(prefix('ha'), prefix('harb')), 'd'],
  ],
}

const scripts = [
  'café',
  'cafe',
  'cafe\u0301',
  'हिन्दी',
  'हिन्द',
  'ภาษา',
  '설',
  '設',
  '計',
  'ß',
  'ss',
  '𐐨𐐩',
  '٣',
  '\uE000',
]

/** Which chunks are found by words, and which of many. */
export const wordCases: Cases = {
  ...Object.fromEntries(
    Object.entries(matches).map(
      ([name, [chunks, ...asked]]) =>
        [
          name,
          async (store) => {
            await fill(store, chunks)
            for (const [query, ...ids] of asked) await finds(store, query, ...ids)
          },
        ] satisfies [string, Cases[string]],
    ),
  ),
  'words of any script are found as they are, character by character': async (store) => {
    const chunks = scripts.map((stem) => [
      `of ${stem}`,
      { words: { text: [{ form: stem, stem }], parts: [], place: [] } },
    ])
    await fill(store, Object.fromEntries(chunks))
    for (const stem of scripts) await finds(store, word(stem), `of ${stem}`)
  },
  'the words of a chunk are found, not its text, title, path or heading': async (store) => {
    const chunk = { text: 'the text', words: wordsOf('other words'), heading: ['Osprey'] }
    await put(store, sampleDocument('secret-path.md', { title: 'Heron' }), { a: chunk })
    await finds(store, any('words'), 'a')
    await finds(store, any('text', 'heron', 'osprey', 'secret'))
  },
  'as many chunks are found as are wanted or match, each once, and none for a limit of 0': async (store) => {
    await fill(
      store,
      numbered(40, (number) => (number % 4 === 0 ? 'quay' : `harbour ${'light '.repeat(number)}`)),
    )
    for (const limit of [0, 1, 7, 30, 1000]) {
      for (const query of [any('harbour', 'light'), all('harbour', 'light')]) {
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
      both: any('harbour', 'light'),
      often: word('heron'),
      short: word('osprey'),
      rare: any('jackdaw', 'common'),
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
    const found = await store.findByWords({ query: any('harbour', 'light', 'tower'), limit: 10 })
    assert.deepEqual(
      Object.keys(rare).filter((id) => !found.includes(id)),
      [],
    )
    assert.equal(found[0], 'x')
  },
}
