import assert from 'node:assert/strict'
import { maximumQueryDepth, type KeywordQuery } from '../query.js'
import { ask, fill, finds, plane, rejectsWith, sampleChunk, sampleDocument } from './samples.js'
import { wordsOf, type Cases } from './samples.js'

const syntax = `"|""|'|"unclosed|AND|OR|NOT|NEAR(a b, 5)|harbour*|*|-harbour|- -|^harbour|words:harbour|{words}: harbour|harbour + light
|(harbour|))))((((|harbour AND (light OR|'; DROP TABLE chunk; --|' OR 1=1 --|%_\\|$1 ?1 :name @name|<script>alert(1)</script>|__proto__
|constructor|null|-1e999|[]`
const characters = [
  '',
  ' ',
  '\t\n\r',
  'before\0behind',
  '\0',
  '👩‍👩‍👧🇫🇷',
  '\uD800',
  'x\uDFFFy',
  '\u202Eright to left',
]
const marks = ['\uFEFF\u200B\u200D', 'e\u0301\u0301\u0301', '\u001B[31mred']
const long = ['"', '(', '漢', '\u0301'].map((text) => text.repeat(5001))

/** Texts that are syntax somewhere, or break what is careless with characters. */
export const hostileTexts: readonly string[] = [
  ...syntax.replaceAll('\n', '').split('|'),
  ...characters,
  ...marks,
  ...long,
  'x'.repeat(10_000),
  'many words '.repeat(2000),
]

/** Every kind of query that may hold a hostile text. */
function queriesOf(text: string): KeywordQuery[] {
  return [
    ask.word(text),
    ask.prefix(text),
    ask.phrase(text, text),
    ask.phrase('harbour', text),
    ask.placed(text, 'harbour'),
    ask.any(text, 'harbour'),
    { kind: 'all', parts: [ask.word(text), ask.phrase(text, 'light'), ask.prefix(text)] },
    ask.without(ask.word('harbour'), ask.word(text)),
    ask.without(ask.word(text), ask.placed(text)),
  ]
}

/** A query of this many levels that finds what `harbour` finds. */
function nested(levels: number): KeywordQuery {
  let query: KeywordQuery = ask.word('harbour')
  for (let level = 2; level <= levels; level += 1) {
    const nothing = ask.word('unknown')
    const shells: KeywordQuery[] = [
      { kind: 'any', parts: [nothing, ask.phrase('no', 'where'), query, nothing] },
      { kind: 'all', parts: [ask.word('light'), query] },
      ask.without(query, nothing),
    ]
    query = shells[level % 3] ?? query
  }
  return query
}

/** Not words of a chunk with `harbour` and `light`, but for signs or case. */
const similar =
  'harb*,harbour*,-harbour,"harbour",words:harbour,HARBOUR, harbour,har bour,harbour light'.split(',')

const queryCases: Cases = {
  'no text in a query or an id is syntax: every search and count answers': async (store) => {
    await fill(store, { a: 'harbour light', b: 'words' })
    for (const text of hostileTexts) {
      const queries = queriesOf(text)
      for (const query of queries) await store.findByWords({ query, limit: 10 })
      const prefixes = [text, `harb${text}`]
      const { counts, expansions } = await store.readCounts({ queries, forms: [text], prefixes })
      assert.deepEqual([counts.length, expansions.length], [queries.length, 2])
    }
    assert.deepEqual(await store.readItems(hostileTexts), { items: [], damaged: [] })
    assert.deepEqual(await store.readTermLists(hostileTexts), [])
  },
  'what is not a word of the chunk, but for signs or case, is not found': async (store) => {
    await fill(store, { a: 'harbour light' })
    for (const text of similar) {
      const phrases = [ask.phrase(text), ask.phrase(text, 'light')]
      const queries = [ask.word(text), ...phrases, ask.prefix(text), ask.placed(text)]
      for (const query of queries) await finds(store, query)
      await finds(store, ask.without(ask.word('light'), ask.word(text)), 'a')
      const { counts, expansions } = await store.readCounts({ queries, forms: [text], prefixes: [text] })
      assert.deepEqual([counts, expansions], [queries.map(() => 0), [[]]])
    }
  },
  'operators of query languages are words like others': async (store) => {
    await fill(store, { a: 'harbour and light', b: 'light near or not', c: 'harbour' })
    await finds(store, ask.word('and'), 'a')
    for (const query of [ask.word('not'), ask.word('near'), ask.phrase('or', 'not')])
      await finds(store, query, 'b')
    await finds(store, ask.all('harbour', 'and'), 'a')
  },
  [`a query of ${maximumQueryDepth} levels is answered, a deeper one is refused, however deep`]: async (
    store,
  ) => {
    await fill(store, { a: 'harbour light', b: 'light' })
    for (let levels = 1; levels <= maximumQueryDepth; levels += 1) await finds(store, nested(levels), 'a')
    let deepAny: KeywordQuery = ask.word('harbour')
    for (let level = 1; level <= maximumQueryDepth; level += 1) deepAny = { kind: 'any', parts: [deepAny] }
    for (const query of [...[maximumQueryDepth + 1, 100, 2000].map(nested), deepAny])
      await rejectsWith('STORE_INVALID_QUERY', store.findByWords({ query, limit: 1 }))
  },
  'a query may have thousands of parts': async (store) => {
    await fill(store, { a: 'harbour', b: 'light' })
    for (const count of [64, 5000]) {
      const words = Array.from({ length: count }, (_, number) => `word${number}`)
      await finds(store, ask.any(...words, 'harbour'), 'a')
      await finds(store, ask.phrase(...words))
      await finds(store, ask.all(...words, 'harbour'))
      await finds(store, ask.without(ask.any('harbour', 'light'), ask.any(...words, 'harbour')), 'b')
    }
  },
}

/** A lone half of a surrogate pair may come back as U+FFFD. */
const textCases: Cases = {
  'hostile texts are kept as texts, in every field': async (store) => {
    const put = hostileTexts.map((text, number) => {
      const facts = { title: text, metadata: { [text]: text }, fingerprint: text }
      const document = sampleDocument(`${number}`, facts)
      return { document, chunks: [sampleChunk(`c${number}`, { text, heading: [text, text] })] }
    })
    await fill(store, {})
    await store.writeDocuments({ put, removed: [sampleDocument('all.md')] })
    const { items } = await store.readItems(hostileTexts.map((_, number) => `c${number}`))
    for (const [number, { text, attributes }] of items.entries()) {
      const kept = hostileTexts[number]?.toWellFormed()
      const heading = attributes.heading.map((one) => one.toWellFormed())
      assert.deepEqual([text, attributes.title, heading], [kept, kept, [kept, kept]])
    }
    const documents = await store.listDocuments('notes')
    assert.deepEqual([items.length, documents.length], [hostileTexts.length, hostileTexts.length])
    for (const { path, metadata } of documents) {
      const text = hostileTexts[Number(path)]
      assert.deepEqual(Object.entries(metadata), [[text, text]])
    }
  },
  'hostile texts are embedded once each, and plain words are found beside them': async (store) => {
    const chunks = hostileTexts.map((text) => {
      return { text, words: wordsOf(`${text} harbour`), inputs: [{ prefix: text, from: 0, to: text.length }] }
    })
    await fill(store, Object.fromEntries(chunks.map((chunk, number) => [`c${number}`, chunk])))
    await store.putSpace(plane)
    const pending = await store.pendingTexts(plane, { limit: 1000 })
    const expected = new Set(hostileTexts.map((text) => (text + text).toWellFormed()))
    assert.deepEqual(new Set(pending.map(({ text }) => text.toWellFormed())), expected)
    await finds(store, ask.word('harbour'), ...hostileTexts.map((_, number) => `c${number}`))
    await finds(store, ask.word('behind'), `c${hostileTexts.indexOf('before\0behind')}`)
  },
  'words that should not be words do no harm to others': async (store) => {
    const words = hostileTexts.map((text) => ({ form: text, stem: text }))
    const harbour = { form: 'harbour', stem: 'harbour' }
    await fill(store, {
      a: { words: { text: [...words, harbour], parts: words, place: words } },
      b: { words: { text: [harbour], parts: [], place: [] } },
    })
    await finds(store, ask.word('harbour'), 'a', 'b')
    for (const text of hostileTexts) {
      const { ids } = await store.findByWords({ query: ask.word(text), limit: 9 })
      assert.ok(!ids.includes('b'), text)
    }
  },
  'paths, languages and notes are text, whatever they hold, and deep metadata is kept': async (store) => {
    const texts = hostileTexts.filter((text) => text.isWellFormed())
    let deep: unknown = 'core'
    for (let level = 0; level < 1500; level += 1) deep = [deep]
    const documents = texts.map((text) => sampleDocument(text, { language: text, metadata: { deep } }))
    await fill(store, {})
    const put = documents.map((document) => ({ document, chunks: [] }))
    await store.writeDocuments({ put, removed: [sampleDocument('all.md')] })
    for (const text of texts) await store.notes?.write(text, `note ${text}`)
    const kept = await store.listDocuments('notes')
    assert.deepEqual(kept.map(({ path }) => path).toSorted(), texts.toSorted())
    assert.equal(JSON.stringify(kept[0]?.metadata), JSON.stringify({ deep }))
    assert.deepEqual([...(await store.readCounts({})).languages].toSorted(), texts.toSorted())
    for (const text of store.notes ? texts : []) assert.equal(await store.notes?.read(text), `note ${text}`)
    await store.writeDocuments({ removed: documents.slice(1) })
    assert.equal((await store.listDocuments('notes')).length, 1)
  },
}

/** Texts and queries that no store may stumble over. */
export const hostileCases: Cases = { ...queryCases, ...textCases }
