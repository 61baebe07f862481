import { describe, expect, it } from 'vitest'
import { encodeTermList } from '@recallite/keyword-ranking'
import type { NewDocument, Store } from '@recallite/store'
import { copyStore } from '@recallite/store/copy'
import { openSqliteStore } from '@recallite/store-sqlite'
import { startPglite } from './__fixtures__/pglite-server.js'
import { openNew, serverOfGroup } from './__fixtures__/test-servers.js'

const space = { provider: 'sample', model: 'small', dimensions: 32, promptStyle: 'none' }
const numbers = Array.from({ length: 60 }, (_, number) => number)
const vectorOf = (number: number) =>
  Float32Array.from({ length: 32 }, (_, place) => Math.sin((number + 1) * (place + 1)))

function documentOf(number: number): NewDocument {
  const list = ['harbour', `pier${number % 7}`, `light${number % 3}`, 'a\0b'].map((stem) => ({
    form: `${stem}s`,
    stem,
  }))
  const words = { text: list, parts: list.slice(1, 2), place: [{ form: 'notes', stem: 'note' }] }
  const text = `Harbour ${number}\0\u0001`
  const marks = { contentHash: 'hash', fingerprint: 'fingerprint', stamp: `${number}`, readAt: number }
  const document = {
    root: 'notes',
    path: `${number}.md`,
    title: 'Über',
    metadata: { tags: ['a', 1] },
    date: '2026-02-11',
    ...marks,
  }
  const span = { startLine: 1, endLine: 2, startColumn: 3, endColumn: 4 }
  const inputs = [
    { prefix: 'Über\n\n', from: 0, to: text.length },
    { prefix: '', from: 2, to: 5 },
  ]
  const chunk = {
    id: `c${number}`,
    ...span,
    heading: ['Über'],
    text,
    tokens: 5,
    words,
    termList: encodeTermList(words),
    inputs,
  }
  return { document, chunks: [chunk] }
}

async function fill(store: Store): Promise<void> {
  await store.putRoot({ name: 'notes', path: '/notes', include: ['*.md'] })
  await store.writeDocuments({ put: numbers.map(documentOf) })
  await store.putSpace(space, { source: 'local:model', canary: vectorOf(100) })
  const pending = await store.pendingTexts(space, { limit: 1000 })
  await store.putVectors(
    space,
    pending.map(({ key }, number) => ({ key, vector: vectorOf(number) })),
  )
  await store.putSpace(space, { isFilled: true })
  await store.notes?.write('one', 'a\0note')
}

/** What can be asked of a store. */
async function answersOf(store: Store) {
  const near = await store.findByVector({ space, vector: vectorOf(200), limit: 40 })
  const words = ['pier3', 'light1', 'note'].map((stem) => ({
    query: { kind: 'word', stem } as const,
    limit: 100,
  }))
  const found = await Promise.all(words.map((request) => store.findByWords(request)))
  return {
    near,
    found: found.map(({ ids }) => ids.toSorted()),
    counts: await store.readCounts({
      queries: words.map(({ query }) => query),
      forms: ['pier3s', 'harbours', 'harbour'],
    }),
    documents: await store.listDocuments('notes'),
    items: await store.readItems(numbers.map((number) => `c${number}`)),
    lists: (await store.readTermLists(['c1', 'c2']))
      .map(({ id, termList }) => [id, [...termList]])
      .toSorted(),
    spaces: await store.listSpaces(),
    roots: await store.listRoots(),
    note: await store.notes?.read('one'),
    pending: await store.pendingTexts(space, { limit: 10 }),
  }
}

describe('a store that is copied from SQLite to PostgreSQL and back', () => {
  const server = serverOfGroup(startPglite)

  it(
    'answers alike at each step, with the same vectors, and copies nothing twice',
    { timeout: 120_000 },
    async () => {
      const [from, middle, back] = [
        await openSqliteStore({ path: ':memory:' }),
        await openNew(server),
        await openSqliteStore({ path: ':memory:' }),
      ]
      await fill(from)
      const answers = await answersOf(from)
      expect(answers.near).toHaveLength(40)
      // Engines round cosines differently.
      const near = answers.near.map(({ id, score }) => ({ id, score: expect.closeTo(score, 5) }))
      const expected = { ...answers, near }
      const whole = { copied: 60, unchanged: 0, removed: 0, damaged: [] }
      const [{ vectors = 0 } = {}] = (await from.status()).spaces
      expect(await copyStore(from, middle)).toMatchObject({
        ...whole,
        spaces: [{ copied: vectors, unchanged: 0 }],
      })
      expect(await answersOf(middle)).toEqual(expected)
      expect(await copyStore(middle, back)).toMatchObject({
        ...whole,
        spaces: [{ copied: vectors, unchanged: 0 }],
      })
      expect(await answersOf(back)).toEqual(expected)
      const again = { copied: 0, unchanged: 60, spaces: [{ copied: 0, unchanged: vectors }] }
      expect(await copyStore(from, middle)).toMatchObject(again)
      expect(await copyStore(middle, back)).toMatchObject(again)
      await from.writeDocuments({ removed: [{ root: 'notes', path: '3.md' }] })
      expect(await copyStore(from, middle)).toMatchObject({ removed: 1 })
      expect(await middle.maintenance.verify()).toEqual([])
      for (const store of [from, middle, back]) await store.close()
    },
  )
})
