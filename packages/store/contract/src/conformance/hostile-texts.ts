import assert from 'node:assert/strict'
import type { StoredDocument } from '../document.js'
import { maximumQueryDepth } from '../query-matches.js'
import type { QueryTree } from '../query.js'
import type { Store } from '../store.js'
import { answersAs, chunksOf, countsAs } from './model.js'
import { filtersOf, ofWords } from './random.js'
import { ask, embedAll, fill, finds, isFoundWhole, newDocument, plane, put } from './samples.js'
import { rejectsWith, sampleDocument, times, wordsOf, type Cases } from './samples.js'

const syntax = `"|""|'|"unclosed|AND|OR|NOT|NEAR(a b, 5)|harbour*|*|***|!!!|-harbour|- -|^harbour|words:harbour|{words}: harbour
|harbour + light|(harbour|))))((((|harbour AND (light OR|'; DROP TABLE chunk; --|' OR 1=1 --|%_\\|$1 ?1 :name @name
|<script>alert(1)</script>|__proto__|constructor|null|-1e999|[]`
const characters =
  '| |\t\n\r|before\0behind|\0|👩‍👩‍👧🇫🇷|\uD800|x\uDFFFy|\u202Eright to left|\uFEFF\u200B\u200D|e\u0301\u0301\u0301|\u001B[31mred'
const long = ['"', '(', '漢', '\u0301'].map((text) => text.repeat(5001))

/** Texts that are syntax in some language, or break careless handling of characters. */
export const hostileTexts: readonly string[] = [
  ...syntax.replaceAll('\n', '').split('|'),
  ...characters.split('|'),
  ...long,
  'x'.repeat(10_000),
  'many words '.repeat(2000),
]

/** Queries of every kind with a hostile text. */
function queriesOf(text: string): QueryTree[] {
  return [
    ask.word(text),
    ask.prefix(text),
    ask.phrase('harbour', text),
    ask.placed(text),
    ask.phrase(text, 'light'),
    ask.phrase(text, 'not'),
    ask.placed(text, 'harbour'),
    ask.any(text, 'harbour'),
    ask.all(text, 'harbour'),
    { kind: 'all', parts: [ask.word(text), ask.phrase(text, 'light'), ask.prefix(text)] },
    ask.without(ask.word('harbour'), ask.word(text)),
    ask.without(ask.word(text), ask.placed(text)),
  ]
}

/** Words of the chunks below, and variants with other punctuation or case. */
const similar = 'and|not|near|or|harb*|"harbour"|HARBOUR| harbour|har bour|harbour light|night docs'.split(
  '|',
)
const spoken = newDocument(sampleDocument('a.md'), {
  a: 'harbour and light',
  b: 'light near or not',
  c: 'harbour',
  d: { words: wordsOf('words', { parts: 'day light', place: 'docs night' }) },
})

async function isNoSyntax(store: Store, text: string): Promise<void> {
  const [queries, chunks] = [queriesOf(text), chunksOf([spoken])]
  for (const query of queries) await answersAs(chunks, store, { query, limit: 9 })
  for (const filter of filtersOf(queries.slice(0, 4).map(ofWords)))
    await answersAs(chunks, store, { query: ask.any('harbour', 'light'), filter, limit: 9 })
  await countsAs(chunks, store, { queries, forms: [text], prefixes: [text, `harb${text}`] })
}

/** A query with this number of levels that is equivalent to `harbour`. */
export function nested(levels: number): QueryTree {
  if (levels === 1) return ask.word('harbour')
  const [query, nothing] = [nested(levels - 1), ask.word('unknown')]
  if (levels % 3 === 2) return ask.without(query, nothing)
  if (levels % 3 === 1) return { kind: 'all', parts: [ask.word('light'), query] }
  return { kind: 'any', parts: [nothing, ask.phrase('no', 'where'), query, nothing] }
}

/** A document for each text, with a chunk named `c` and a number. A lone surrogate may be returned as U+FFFD. */
const documents = hostileTexts.map((text, number) => {
  const isWhole = text.isWellFormed()
  const deep = number === 0 && { deep: JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`) }
  const metadata = { [text]: text, ...deep }
  const facts = { title: text, metadata, fingerprint: text, ...(isWhole && { language: text }) }
  const words = wordsOf(`${text} harbour`)
  const inputs = [{ prefix: text, from: 0, to: text.length }]
  const chunk = { text, words, inputs, heading: [text, text] }
  return newDocument(sampleDocument(isWhole ? text : `${number}`, facts), { [`c${number}`]: chunk })
})
const ids = hostileTexts.map((_, number) => `c${number}`)
const whole = hostileTexts.filter((text) => text.isWellFormed())
const wellFormed = (texts: readonly string[]) => texts.map((text) => text.toWellFormed())
const metadataOf = (all: readonly StoredDocument[]) =>
  new Map(all.map(({ path, metadata }) => [path, JSON.stringify(metadata)]))

/** Texts and queries that may break a store. */
export const hostileCases: Cases = {
  'no text in a query, in a filter by words or in an id is syntax': async (store) => {
    await put(store, [spoken])
    for (const text of [...similar, ...hostileTexts]) await isNoSyntax(store, text)
    assert.deepEqual(await store.readItems(hostileTexts), { items: [], damaged: [] })
    assert.deepEqual(await store.readTermLists(hostileTexts), [])
  },
  [`a query of ${maximumQueryDepth} levels is accepted, a deeper one is refused`]: async (store) => {
    await fill(store, { a: 'harbour light', b: 'light' })
    for (const query of times(maximumQueryDepth, (level) => nested(level + 1))) await finds(store, query, 'a')
    let deepAny: QueryTree = ask.word('harbour')
    for (let level = 1; level <= maximumQueryDepth; level += 1) deepAny = { kind: 'any', parts: [deepAny] }
    for (const query of [...[maximumQueryDepth + 1, 100, 2000].map(nested), deepAny])
      await rejectsWith('STORE_INVALID_QUERY', store.findByWords({ query, limit: 1 }))
  },
  'a query may have thousands of parts': async (store) => {
    await fill(store, { a: 'harbour', b: 'light' })
    for (const count of [64, 5000]) {
      const words = times(count, (number) => `word${number}`)
      await finds(store, ask.any(...words, 'harbour'), 'a')
      await finds(store, ask.phrase(...words))
      await finds(store, ask.all(...words, 'harbour'))
      await finds(store, ask.without(ask.any('harbour', 'light'), ask.any(...words, 'harbour')), 'b')
    }
  },
  'hostile texts are stored unchanged in every field and note': async (store) => {
    await fill(store, {})
    await store.writeDocuments({ put: documents, removed: [sampleDocument('all.md')] })
    const { items } = await store.readItems(ids)
    const read = items.map(({ text, attributes }) => [text, attributes.title, ...attributes.heading])
    const written = hostileTexts.map((text) => [text, text, text, text])
    assert.deepEqual(read.map(wellFormed), written.map(wellFormed))
    const expected = metadataOf(documents.map((one) => one.document))
    assert.deepEqual(metadataOf(await store.listDocuments('notes')), expected)
    assert.deepEqual([...(await store.readCounts({})).languages].toSorted(), whole.toSorted())
    for (const text of whole) await store.notes?.write(text, `note ${text}`)
    for (const text of store.notes ? whole : []) assert.equal(await store.notes?.read(text), `note ${text}`)
    await store.writeDocuments({ removed: documents.slice(1).map((one) => one.document) })
    assert.equal((await store.listDocuments('notes')).length, 1)
  },
  'hostile texts are embedded once each, and cause no damage': async (store) => {
    const words = [...hostileTexts, 'harbour', 'HARBOUR'].map((text) => ({ form: text, stem: text }))
    const odd = { words: { text: words, parts: words, place: words }, termList: new Uint8Array() }
    await fill(store, { odd, plain: 'harbour' }, 'other')
    await fill(store, {})
    const numbers = { number: [0, -0, 1.5, 1e300], date: '2026-02-11' }
    const last = { document: sampleDocument('numbers', { metadata: { numbers } }), chunks: [] }
    await store.writeDocuments({ put: [...documents, last] })
    await store.putSpace(plane)
    const expected = new Set(wellFormed(hostileTexts.map((text) => text + text)))
    const pending = wellFormed(await embedAll(store, plane))
    assert.deepEqual(pending, [...expected, 'harbour', 'text'].toSorted())
    await finds(store, ask.word('harbour'), 'odd', 'plain', ...ids)
    for (const text of [...hostileTexts, 'behind']) {
      const found = await store.findByWords({ query: ask.word(text), limit: 100 })
      assert.ok(!found.ids.includes('plain'), text)
      assert.ok(text !== 'behind' || found.ids.includes(`c${hostileTexts.indexOf('before\0behind')}`))
    }
    for (const text of hostileTexts) await store.notes?.write(text, text)
    await isFoundWhole(store)
  },
}
