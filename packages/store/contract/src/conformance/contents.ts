import assert from 'node:assert/strict'
import type { Contents } from '../contents.js'
import type { ChunkWords, NewChunk, NewDocument } from '../document.js'
import { foldLine } from '../filter/fold-text.js'
import type { Store } from '../store.js'
import { anyChunk, anyDocument, createRandom, roots, stems } from './random.js'
import { ask, atAngle, degreesOf, embedAll, fill, idOf, newDocument, other, plane, put } from './samples.js'
import { rejectsWith, sampleDocument, times, wordsOf, type Cases } from './samples.js'

/** The cases for stores that have contents; others pass. */
function whereContentsAreRead(
  cases: Readonly<Record<string, (store: Store, contents: Contents) => Promise<void>>>,
): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([name, check]) => [
      name,
      async (store: Store) => (store.contents ? check(store, store.contents) : undefined),
    ]),
  )
}

const stemsOf = (words: ChunkWords['text']) => words.map(({ stem }) => stem)

/** Words as far as they come back. */
function keptWords({ text, parts, place }: ChunkWords) {
  const forms = new Set(text.map(({ form }) => form))
  return { text: stemsOf(text), parts: stemsOf(parts), place: stemsOf(place), forms: [...forms].toSorted() }
}

/** A document as far as it comes back; two are equal if no answer tells them apart. */
function keptDocument({ document, chunks }: NewDocument) {
  return { document, chunks: chunks.map(keptChunk) }
}

function keptChunk(chunk: NewChunk) {
  const { heading, sections = heading, words, termList, inputs, ...rest } = chunk
  return {
    ...rest,
    heading,
    sections: sections.map(foldLine),
    words: keptWords(words),
    termList: [...termList],
    inputs: inputs.map(({ prefix, from, to }) => ({ prefix, from, to })),
  }
}

const sorted = (documents: readonly NewDocument[]) =>
  documents
    .map(keptDocument)
    .toSorted((one, two) => (JSON.stringify(one.document) < JSON.stringify(two.document) ? -1 : 1))

/** Documents with everything that a document can have, at distinct addresses. */
function richDocuments(count: number): NewDocument[] {
  const random = createRandom(7)
  const documents = times(count, (number) => {
    const { isSecret, ...document } = { ...anyDocument(random), path: `${number}.md` }
    const chunks = times(random.below(4), (position) => anyChunk(random, `${number}-${position}`))
    return { document: isSecret ? { ...document, isSecret } : document, chunks }
  })
  const words = wordsOf('Redding|redd lights|light redd|redd', { parts: 'light house', place: 'notes|note' })
  const whole = { words, sections: ['Over  view', 'ÜBER'], heading: ['Über'], startColumn: 2, endColumn: 9 }
  return [...documents, newDocument(sampleDocument('whole.md', { root: 'one' }), { whole })]
}

async function answersOf(store: Store) {
  const queries = stems.map(ask.word)
  const found = await Promise.all(queries.map((query) => store.findByWords({ query, limit: 1000 })))
  return [await store.readCounts({ queries, forms: stems }), found.map(({ ids }) => ids.toSorted())]
}

/** As `PendingText.key` defines it. */
async function keyOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What is read to be written to another store. */
export const contentsCases: Cases = whereContentsAreRead({
  'documents are read as they were written, and written once more answer as before': async (
    store,
    contents,
  ) => {
    const written = richDocuments(60)
    await put(store, [...roots.map((root) => newDocument(sampleDocument('a', { root }), {})), ...written])
    const addresses = written.map(({ document }) => document)
    const read = await contents.readDocuments(addresses)
    assert.deepEqual(read.damaged, [])
    assert.deepEqual(sorted(read.documents), sorted(written))
    const before = await answersOf(store)
    await store.writeDocuments({ removed: addresses })
    await store.writeDocuments({ put: read.documents })
    assert.deepEqual(await answersOf(store), before)
    assert.deepEqual(await contents.readDocuments(addresses.slice(0, 1)), {
      documents: read.documents.filter(({ document }) => document.path === '0.md'),
      damaged: [],
    })
    assert.deepEqual((await store.maintenance?.verify()) ?? [], [])
  },
  'documents that are not there are left out, and the others come with the words that they have now': async (
    store,
    contents,
  ) => {
    await fill(store, { a: 'harbour' })
    const gone = ['notes', 'nowhere'].map((root) => ({ root, path: 'gone.md' }))
    const all = { root: 'notes', path: 'all.md' }
    const read = async () => (await contents.readDocuments([...gone, all])).documents
    assert.deepEqual((await read()).map(keptDocument)[0]?.chunks.map(idOf), ['a'])
    await fill(store, { b: 'lighthouse walls', c: '' })
    const [document] = await read()
    assert.deepEqual(document?.chunks.map(idOf), ['b', 'c'])
    assert.deepEqual(document.chunks.map(keptChunk)[0]?.words.text, ['lighthouse', 'walls'])
    assert.deepEqual(await contents.readDocuments([]), { documents: [], damaged: [] })
  },
  'vectors are listed by the keys of their texts, page by page, and read with their directions': async (
    store,
    contents,
  ) => {
    const texts = times(9, (number) => `${10 * number} degrees`)
    await fill(store, Object.fromEntries(texts.map((text) => [text, text])))
    await store.putSpace(plane)
    await store.putSpace(other)
    await embedAll(store, plane, (text) => atAngle(Number.parseFloat(text)))
    await fill(store, {})
    const keys: string[] = []
    for (let after: string | undefined; ; after = keys.at(-1)) {
      const page = await contents.listVectors(plane, { limit: 4, after })
      assert.ok(page.length <= 4)
      keys.push(...page)
      if (page.length === 0) break
    }
    assert.deepEqual(keys, (await Promise.all(texts.map(keyOf))).toSorted())
    assert.deepEqual(await contents.listVectors(other, { limit: 4 }), [])
    const read = await contents.readVectors(plane, [...keys, await keyOf('gone')])
    const angles = new Map(read.map(({ key, vector: [x = 0] }) => [key, Math.round(degreesOf(x))]))
    assert.deepEqual(angles, new Map(keys.map((key) => [key, angles.get(key)])))
    for (const text of texts) assert.equal(angles.get(await keyOf(text)), Number.parseFloat(text))
    assert.deepEqual(await contents.readVectors(other, keys), [])
    const gone = { ...plane, model: 'gone' }
    await rejectsWith(
      'STORE_UNKNOWN_SPACE',
      contents.listVectors(gone, { limit: 1 }),
      contents.readVectors(gone, keys),
    )
  },
  'a vector that was read comes back as the same numbers once it is written': async (store, contents) => {
    const long = { ...plane, model: 'long', dimensions: 384 }
    const random = createRandom(11)
    const anyVector = () => Float32Array.from(times(384, () => random.below(2001) - 1000.5))
    const keys = await Promise.all(times(20, (number) => keyOf(`${number}`)))
    const vectors = keys.map((key) => ({ key, vector: anyVector() }))
    await store.putSpace(long)
    await store.putVectors(long, vectors)
    const read = await contents.readVectors(
      long,
      vectors.map(({ key }) => key),
    )
    const again = { ...long, model: 'again' }
    await store.putSpace(again)
    await store.putVectors(again, read)
    const byKey = (some: typeof read) => new Map(some.map(({ key, vector }) => [key, [...vector]]))
    assert.deepEqual(
      byKey(
        await contents.readVectors(
          again,
          read.map(({ key }) => key),
        ),
      ),
      byKey(read),
    )
    assert.equal(read.length, 20)
  },
  'notes are listed by their names': async ({ notes }, contents) => {
    assert.deepEqual(await contents.listNotes(), [])
    for (const name of ['two', 'one', 'two']) await notes?.write(name, 'text')
    assert.deepEqual((await contents.listNotes()).toSorted(), notes ? ['one', 'two'] : [])
  },
})
