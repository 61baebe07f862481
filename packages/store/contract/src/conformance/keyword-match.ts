import assert from 'node:assert/strict'
import type { KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { all, any, fill, findIds, phrase, sampleChunk, sampleDocument, word } from './samples.js'

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
    name: 'a word with signs in it is looked for as a phrase',
    async check(store) {
      await fill(store, { a: 'see src/lib/i18n.ts', b: 'i18n and lib and src and ts', c: '@scope/name-2' })
      await finds(store, word('src/lib/i18n.ts'), 'a')
      await finds(store, word('@scope/name'), 'c')
      await finds(store, word('name-2'), 'c')
    },
  },
  {
    name: 'case and diacritics make no difference, composed or not',
    async check(store) {
      await fill(store, { a: 'CAFÉ', b: 'cafe\u0301', c: 'cafe', d: 'Über Ärger' })
      for (const text of ['café', 'CAFE', 'cafe\u0301']) await finds(store, word(text), 'a', 'b', 'c')
      await finds(store, phrase('uber', 'arger'), 'd')
    },
  },
  {
    name: 'forms of an English word find each other',
    async check(store) {
      await fill(store, { a: 'two migrations', b: 'we migrate', c: 'migrated data', d: 'a mire' })
      for (const text of ['migration', 'migrations', 'migrating'])
        await finds(store, word(text), 'a', 'b', 'c')
      await finds(store, phrase('migrates', 'dates'))
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
    name: 'marks inside a word do not divide it',
    async check(store) {
      await fill(store, { a: 'हिन्दी भाषा', b: 'ภาษา ไทย' })
      await finds(store, word('हिन्दी'), 'a')
      await finds(store, word('ภาษา'), 'b')
      await finds(store, word('न'))
    },
  },
  {
    name: 'the words of a chunk are found, not its text',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.replaceDocument(sampleDocument('secret-path.md', { title: 'Heron' }), [
        sampleChunk('a', 'the text', { words: 'other words', heading: ['Osprey'] }),
      ])
      await finds(store, word('words'), 'a')
      for (const text of ['text', 'heron', 'osprey', 'secret']) await finds(store, word(text))
    },
  },
]
