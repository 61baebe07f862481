import assert from 'node:assert/strict'
import type { ChunkWords } from '../document.js'
import type { KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import {
  all,
  any,
  fill,
  fillWords,
  findIds,
  phrase,
  placed,
  prefix,
  sampleChunk,
  sampleDocument,
  term,
  word,
  wordsOf,
} from './samples.js'

/** Asserts which chunks a query finds, whatever their order. */
async function finds(store: Store, query: KeywordQuery, ...ids: string[]): Promise<void> {
  assert.deepEqual((await findIds(store, query)).toSorted(), ids, JSON.stringify(query))
}

function without(include: KeywordQuery, exclude: KeywordQuery): KeywordQuery {
  return { kind: 'without', include, exclude }
}

/** Which chunks a keyword query finds. */
export const keywordMatchCases: readonly Check[] = [
  {
    name: 'a word finds the chunks that hold it as a whole word',
    async check(store) {
      await fill(store, { a: 'the harbour at night', b: 'harbourmaster', c: 'arbour', d: 'Night, harbour!' })
      await finds(store, word('harbour'), 'a', 'd')
      await finds(store, word('quay'))
    },
  },
  {
    name: 'a phrase finds its words side by side and in order',
    async check(store) {
      await fill(store, { a: 'red harbour light', b: 'light harbour red', c: 'red light in the harbour' })
      await finds(store, phrase('harbour', 'light'), 'a')
      await finds(store, phrase('light', 'harbour', 'red'), 'b')
      await finds(store, phrase('light', 'red'))
      await finds(store, phrase('red'), 'a', 'b', 'c')
    },
  },
  {
    name: 'any finds what one part finds, all finds what every part finds',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour light', c: 'light tower' })
      await finds(store, any('harbour', 'tower'), 'a', 'b', 'c')
      await finds(store, any('harbour', 'unknown'), 'a', 'b')
      await finds(store, all('harbour', 'light'), 'b')
      await finds(store, all('harbour', 'unknown'))
      await finds(store, { kind: 'all', parts: [any('harbour', 'tower'), phrase('light', 'tower')] }, 'c')
    },
  },
  {
    name: 'without leaves out what its second part finds',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour light', c: 'light tower' })
      await finds(store, without(word('harbour'), word('light')), 'a')
      await finds(store, without(any('harbour', 'light'), phrase('light', 'tower')), 'a', 'b')
      await finds(store, without(word('harbour'), word('unknown')), 'a', 'b')
      await finds(store, without(word('light'), without(word('light'), word('tower'))), 'c')
    },
  },
  {
    name: 'what has no letter and no digit finds nothing, nor does a query without parts',
    async check(store) {
      await fill(store, { a: 'harbour !!! ***' })
      for (const text of ['', ' ', '!!!', '***', '"']) {
        await finds(store, word(text))
        await finds(store, phrase(text, text))
        await finds(store, any(text))
        await finds(store, any(text, 'harbour'), 'a')
        await finds(store, all(text, 'harbour'))
      }
      for (const query of [any(), all(), phrase()]) await finds(store, query)
    },
  },
  {
    name: 'a word is found by its stem, not by its form',
    async check(store) {
      await fill(store, { a: 'two migrations|migrat', b: 'we migrate|migrat', c: 'migrations' })
      await finds(store, word('migrat'), 'a', 'b')
      await finds(store, word('migrations'), 'c')
      await finds(store, word('migrate'))
      await finds(store, phrase('two', 'migrat'), 'a')
    },
  },
  {
    name: 'a word is found in text, parts and place, a phrase in text or parts',
    async check(store) {
      await fillWords(store, {
        a: wordsOf('red light'),
        b: wordsOf('tower', { parts: 'red light' }),
        c: wordsOf('tower', { place: 'red light' }),
        d: wordsOf('tower red', { parts: 'light tower', place: 'red' }),
      })
      await finds(store, word('red'), 'a', 'b', 'c', 'd')
      await finds(store, word('light'), 'a', 'b', 'c', 'd')
      await finds(store, phrase('red', 'light'), 'a', 'b')
      await finds(store, phrase('light', 'red'))
    },
  },
  {
    name: 'a place is found in the place alone',
    async check(store) {
      await fillWords(store, {
        a: wordsOf('docs guide', { place: 'docs guide md' }),
        b: wordsOf('docs guide', { parts: 'docs guide', place: 'guide docs' }),
        c: wordsOf('nothing', { place: 'old docs guide' }),
      })
      await finds(store, placed('docs', 'guide'), 'a', 'c')
      await finds(store, placed('guide'), 'a', 'b', 'c')
      await finds(store, placed('old', 'docs', 'guide'), 'c')
      await finds(store, placed('nothing'))
      await finds(store, placed())
      await finds(store, { kind: 'all', parts: [word('docs'), placed('md')] }, 'a')
    },
  },
  {
    name: 'a prefix finds the words that begin so, wherever they stand',
    async check(store) {
      await fillWords(store, {
        a: wordsOf('harbours|harbour'),
        b: wordsOf('light', { parts: 'harbourmaster' }),
        c: wordsOf('light', { place: 'harb' }),
        d: wordsOf('arbour harvest'),
        e: wordsOf('集'),
        f: wordsOf('संस्कृत'),
      })
      await finds(store, prefix('harb'), 'a', 'b', 'c')
      await finds(store, prefix('harbour'), 'a', 'b')
      await finds(store, prefix('harbours'))
      await finds(store, prefix('集'), 'e')
      await finds(store, prefix('संस्'), 'f')
      await finds(store, { kind: 'without', include: prefix('ha'), exclude: prefix('harb') }, 'd')
      for (const nothing of ['', ' ', '*', '"', '-']) await finds(store, prefix(nothing))
    },
  },
  {
    name: 'words of any script are found as they are, character by character',
    async check(store) {
      const words = [
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
      const entries = words.map((text, number): [string, ChunkWords] => [
        `c${String(number).padStart(2, '0')}`,
        { text: [{ form: text, stem: text }], parts: [], place: [] },
      ])
      await fillWords(store, Object.fromEntries(entries))
      for (const [id, { text }] of entries) {
        const stem = text[0]?.stem ?? ''
        await finds(store, word(stem), id)
        const [hit] = await store.searchKeyword({ query: word(stem), terms: [term(word(stem))], limit: 1 })
        assert.ok(hit && hit.score > 0, stem)
      }
    },
  },
  {
    name: 'characters written as words of their own are found by phrase',
    async check(store) {
      await fill(store, { a: '設 計 図 面', b: '計 設', c: '안 녕' })
      await finds(store, phrase('設', '計'), 'a')
      await finds(store, phrase('計', '設'), 'b')
      await finds(store, word('計'), 'a', 'b')
      await finds(store, phrase('안', '녕'), 'c')
    },
  },
  {
    name: 'the words of a chunk are found, not its text',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.replaceDocument(sampleDocument('secret-path.md', { title: 'Heron' }), [
        sampleChunk('a', 'the text', { words: wordsOf('other words'), heading: ['Osprey'] }),
      ])
      await finds(store, word('words'), 'a')
      for (const text of ['text', 'heron', 'osprey', 'secret']) await finds(store, word(text))
    },
  },
]
