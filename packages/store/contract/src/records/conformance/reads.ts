import assert from 'node:assert/strict'
import { add, listAll, rejectsWith, type Cases } from './samples.js'

const records = [
  ['a', 'one', 'S', '2026-01-03'],
  ['b', 'one', 'T', '2026-01-01'],
  ['c', 'two', 'S', '2026-01-02'],
  ['d', 'one', 'S', '2026-01-02'],
  ['e', 'one', null, null],
] as const

/** Reading by id and by list, and counting. */
export const readCases: Cases = {
  'records are read by ids, in the order of the ids': async (store) => {
    const [one, two] = [await add(store, { content: 'One.' }), await add(store, { content: 'Two.' })]
    assert.deepEqual(await store.getAll([two.id, 'nowhere', one.id, two.id]), [two, one])
    assert.deepEqual(await store.getAll([]), [])
    assert.equal(await store.get('nowhere'), undefined)
    await rejectsWith('RECORD_INVALID_NAME', store.get(''))
  },
  'C1: a session is replayed in the order of time': async (store) => {
    for (const [id, collection, session, occurredAt] of records) {
      await add(store, { id, content: id, collection, session, occurredAt, createdAt: '2026-01-04' })
    }
    assert.deepEqual(await listAll(store, { session: 'S' }), ['c', 'd', 'a'])
    assert.deepEqual(await listAll(store, { session: 'S', collection: 'one' }), ['d', 'a'])
    assert.deepEqual(await listAll(store, { collection: 'one' }), ['b', 'd', 'a', 'e'])
    assert.deepEqual(await listAll(store), ['b', 'c', 'd', 'a', 'e'])
    for (const limit of [1, 3, 5, 9]) assert.equal((await listAll(store, {}, limit)).join(''), 'bcdae')
    await store.supersede('d', { id: 'f', content: 'f', occurredAt: '2025-01-01' })
    assert.deepEqual(await listAll(store, { status: 'superseded' }), ['d'])
    assert.deepEqual(await listAll(store, { status: 'active', collection: 'one' }), ['f', 'b', 'a', 'e'])
    assert.deepEqual(await listAll(store, { session: 'nowhere' }), [])
    assert.deepEqual(await listAll(store, { session: 'S', isLatestFirst: true }, 1), ['a', 'd', 'c'])
  },
  'C1: invalid limits and cursors are refused': async (store) => {
    for (const limit of [0, -1, 1.5, 10_001, Number.NaN]) {
      await rejectsWith('RECORD_INVALID_OPTION', store.list({ limit }))
      await rejectsWith('RECORD_INVALID_OPTION', store.changes({ after: 0, limit }))
      await rejectsWith('RECORD_INVALID_OPTION', store.listSessions({ limit }))
    }
    for (const after of ['', 'x', '12']) await rejectsWith('RECORD_INVALID_OPTION', store.list({ after }))
  },
  'C4: records are counted by collection and status': async (store) => {
    const empty = await store.counts()
    assert.deepEqual([empty.collections, empty.sessions, empty.forgotten, empty.last], [[], 0, 0, 0])
    for (const [id, collection, session] of records)
      await add(store, { id, content: id, collection, session })
    await store.supersede('c', { content: 'f' })
    await store.forget('a')
    for (const collection of ['one', 'past'])
      await add(store, {
        content: 'Past.',
        collection,
        session: 'U',
        createdAt: '2020-01-01',
        expiresAt: '2020-01-02',
      })
    const counts = await store.counts()
    assert.deepEqual(counts.collections, [
      { collection: 'one', active: 3, superseded: 0 },
      { collection: 'two', active: 1, superseded: 1 },
    ])
    assert.deepEqual([counts.sessions, counts.forgotten, counts.expired], [3, 1, 2])
    const [last] = (await store.listSessions()).slice(-1)
    assert.deepEqual([last?.id, last?.records], ['U', 0])
    assert.ok(counts.last > 0 && counts.source === empty.source && counts.source !== '')
  },
  'C14: touches are added up, and the last access never moves back': async (store) => {
    const record = await add(store, { content: 'Touched.' })
    const other = await add(store, { content: 'Not touched.' })
    await store.touch([])
    await store.touch([
      { id: record.id, returned: 2, at: 500 },
      { id: 'nowhere', accessed: 1, at: 600 },
      { id: record.id, returned: 1, accessed: 1, at: 400 },
    ])
    const touched = { ...record, returnCount: 3, accessCount: 1, lastAccessed: 500 }
    assert.deepEqual(await store.get(record.id), touched)
    await store.touch([{ id: record.id, accessed: 1, at: 300 }])
    const page = await store.list()
    assert.deepEqual(page.records, [{ ...touched, accessCount: 2 }, other])
    const { id } = await store.supersede(record.id, { content: 'In its place.' })
    assert.deepEqual(
      (await store.getAll([record.id, id])).map(({ accessCount }) => accessCount),
      [2, 0],
    )
  },
  'an intact store finds no damage': async (store) => {
    const { id } = await add(store, { content: 'One.', session: 'S' })
    await store.supersede(id, { content: 'Two.' })
    await store.touch([{ id, returned: 1, at: 5 }])
    await store.endSession('S')
    await store.forget(id)
    assert.deepEqual(await store.verify(), [])
  },
}
