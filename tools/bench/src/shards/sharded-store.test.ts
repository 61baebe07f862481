import { parseQuery } from '@recallite/analysis'
import { wantedCounts } from '@recallite/keyword-ranking'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeChunks } from '../stores.js'
import { createWordVectors } from '../vectors.js'
import { createShardedStore, isInShard, type Searched } from './sharded-store.js'

const words = 'harbour light storm keeper storms lighthouse 港口 E4042 i18n.ts rope'.split(' ')
const model = createWordVectors()

const anyText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(' '))
const anyNotes = fc.array(fc.record({ title: fc.constantFrom(...words), text: anyText }), {
  minLength: 1,
  maxLength: 60,
})

/** The same notes in one store and in several, a document for each note and a vector for each text. */
async function storesOf(notes: readonly { title: string; text: string }[], count: number) {
  const opened: Store[] = []
  const open = async () => {
    const store = await openSqliteStore({ path: ':memory:' })
    opened.push(store)
    return store
  }
  const [one, shards] = [await open(), await Promise.all(Array.from({ length: count }, open))]
  const several = createShardedStore(shards)
  const vectors = await model.embed({ texts: notes.map(({ text }) => text), role: 'document' })
  const embedded = { vectors, space: model.identity }
  await writeChunks(one, notes, { embedded, chunksPerDocument: 1 })
  for (const [number, shard] of shards.entries()) {
    const isWanted = (document: number) => isInShard(document, number, count)
    await writeChunks(shard, notes, { embedded, chunksPerDocument: 1, isWanted })
  }
  return { one, several, close: () => Promise.all(opened.map((store) => store.close())) }
}

async function answersOf(store: Searched, text: string, limit: number) {
  const { languages } = await store.readCounts({})
  const { tree, scoring: terms } = parseQuery(text, { languages })
  const counts = await store.readCounts(wantedCounts(terms))
  const [vector = new Float32Array()] = await model.embed({ texts: [text], role: 'query' })
  const byWords = tree && (await store.findByWords({ query: tree, limit, ranking: { terms, counts } }))
  return {
    counts,
    byWords: byWords?.ids.slice(0, limit),
    byVector: await store.findByVector({ space: model.identity, vector, limit }),
  }
}

describe('a sharded store', () => {
  it('finds what one index of all documents finds, with the same counts, in the same order', async () => {
    const questions = fc.array(anyText, { minLength: 1, maxLength: 4 })
    const sizes = fc.record({
      shards: fc.integer({ min: 1, max: 6 }),
      limit: fc.integer({ min: 1, max: 70 }),
    })
    await fc.assert(
      fc.asyncProperty(anyNotes, questions, sizes, async (notes, texts, { shards, limit }) => {
        const { one, several, close } = await storesOf(notes, shards)
        for (const text of texts) {
          expect(await answersOf(several, text, limit)).toEqual(await answersOf(one, text, limit))
        }
        await close()
      }),
      { numRuns: 30 },
    )
  })
})
