import assert from 'node:assert/strict'
import type { RecordChange, RecordStore } from '../record-store.js'
import { add, type Cases } from './samples.js'

async function readAll(store: RecordStore, after: number, limit: number) {
  const changes: RecordChange[] = []
  for (let from = after; ;) {
    const page = await store.changes({ after: from, limit })
    assert.deepEqual(page.damaged, [])
    assert.equal(page.source, (await store.counts()).source)
    changes.push(...page.changes)
    if (!page.hasMore) return { changes, last: page.last }
    from = page.last
  }
}

const idsOf = (changes: readonly RecordChange[]) => changes.map(({ id }) => id)

/** Reading changes. */
export const changeCases: Cases = {
  'a reader of changes sees each record once, with its latest change': async (store) => {
    for (const id of ['a', 'b', 'c']) await add(store, { id, content: id, session: `session of ${id}` })
    const first = await readAll(store, 0, 1000)
    assert.deepEqual(idsOf(first.changes), ['a', 'b', 'c'])
    await store.supersede('b', { id: 'd', content: 'd' })
    await store.forget('a')
    const rest = await readAll(store, first.last, 1000)
    const states = Object.fromEntries(rest.changes.map(({ id, record }) => [id, record?.status ?? null]))
    assert.deepEqual(states, { d: 'active', b: 'superseded', a: null })
    assert.equal(idsOf(rest.changes).at(-1), 'a')
    for (const limit of [1, 2, 3]) {
      const all = await readAll(store, 0, limit)
      assert.deepEqual(idsOf(all.changes), ['c', ...idsOf(rest.changes)])
      const numbers = all.changes.map(({ number }) => number)
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].toSorted((x, y) => x - y),
      )
      assert.equal(all.last, (await store.counts()).last)
    }
    const after = await store.changes({ after: rest.last })
    assert.deepEqual([after.changes, after.last, after.hasMore], [[], rest.last, false])
  },
  'C14: touches, refused records and existing records are not changes': async (store) => {
    const record = await add(store, { content: 'One.', session: 'S' })
    const { last } = await store.counts()
    await store.touch([{ id: record.id, returned: 1, accessed: 1, at: 5 }])
    await store.put([{ content: 'One.' }, { id: record.id, content: 'Two.' }])
    await store.forget('nowhere')
    await assert.rejects(store.supersede(record.id, { content: ' ' }))
    assert.equal((await store.counts()).last, last)
    assert.deepEqual((await store.changes({ after: last })).changes, [])
  },
  'changes of sessions increase the number, and are not listed': async (store) => {
    await store.startSession({ id: 'S' })
    const { last } = await store.counts()
    assert.ok(last > 0)
    const page = await store.changes({ after: 0 })
    assert.deepEqual([page.changes, page.last], [[], last])
  },
}
