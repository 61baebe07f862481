import assert from 'node:assert/strict'
import { add, rejectsWith, type Cases } from './samples.js'

/** Starting, ending and listing sessions. */
export const sessionCases: Cases = {
  'C9: a session starts, has records and ends': async (store) => {
    const before = Date.now() - 86_400_000
    const context = { robot_id: 'arm-01', task: 'push' }
    const session = await store.startSession({ id: 'S', collection: 'robot', context })
    assert.ok(session.startedAt > before)
    const { startedAt } = session
    const started = { id: 'S', collection: 'robot', context, startedAt, endedAt: null, summary: null }
    assert.deepEqual(session, started)
    await add(store, { content: 'One.', session: 'S', collection: 'robot' })
    await add(store, { content: 'Two.', session: 'S' })
    assert.deepEqual(await store.listSessions(), [{ ...started, records: 2 }])
    const ended = await store.endSession('S', { summary: 'Pushed twice.' })
    assert.ok(ended.endedAt !== null && ended.endedAt >= startedAt)
    assert.deepEqual(ended, { ...started, endedAt: ended.endedAt, summary: 'Pushed twice.' })
    assert.deepEqual(await store.endSession('S'), ended)
    assert.equal((await store.endSession('S', { summary: 'Other.' })).summary, 'Other.')
    const again = await store.startSession({ id: 'S' })
    assert.deepEqual(again, { ...started, summary: 'Other.' })
    assert.deepEqual((await store.startSession({ id: 'S', context: {} })).context, {})
  },
  'C9: a session without an id gets one, and a record starts its session': async (store) => {
    const [one, two] = [await store.startSession(), await store.startSession({})]
    assert.notEqual(one.id, two.id)
    await add(store, { content: 'One.', session: 'T', collection: 'robot', createdAt: '2026-01-01' })
    const [last] = (await store.listSessions()).slice(-1)
    const times = { startedAt: Date.UTC(2026, 0, 1), endedAt: null }
    assert.deepEqual(last, { id: 'T', collection: 'robot', context: {}, summary: null, ...times, records: 1 })
    await store.endSession('T')
    await add(store, { content: 'Later.', session: 'T' })
    const ended = await store.listSessions({ isOpen: false })
    assert.deepEqual(
      ended.map(({ id, records }) => [id, records]),
      [['T', 2]],
    )
  },
  'C9: sessions are listed by their start, the latest first': async (store) => {
    const days = { a: '2026-01-01', b: '2026-01-03', c: '2026-01-02' }
    for (const [id, startedAt] of Object.entries(days)) {
      await store.startSession({
        id,
        startedAt,
        collection: id === 'c' ? 'two' : 'one',
        endedAt: id === 'a' ? startedAt : null,
      })
    }
    const idsOf = async (request: Parameters<typeof store.listSessions>[0]) =>
      (await store.listSessions(request)).map(({ id }) => id).join('')
    assert.equal(await idsOf({}), 'bca')
    assert.equal(await idsOf({ limit: 2 }), 'bc')
    assert.equal(await idsOf({ collection: 'one' }), 'ba')
    assert.equal(await idsOf({ isOpen: true }), 'bc')
    assert.equal(await idsOf({ isOpen: false, collection: 'two' }), '')
    assert.equal(await idsOf({ after: 'b', limit: 1 }), 'c')
    assert.equal(await idsOf({ after: 'c' }), 'a')
    assert.equal(await idsOf({ after: 'b', collection: 'one' }), 'a')
    assert.equal(await idsOf({ after: 'a' }), '')
    await rejectsWith('RECORD_UNKNOWN_SESSION', store.listSessions({ after: 'nowhere' }))
  },
  'C9: sessions that started at the same time are each on one page': async (store) => {
    for (const id of ['d', 'a', 'c', 'b']) await store.startSession({ id, startedAt: '2026-01-01' })
    const pages: string[][] = []
    for (let after: string | undefined; ; after = pages.at(-1)?.at(-1)) {
      const page = await store.listSessions({ limit: 3, after })
      if (page.length === 0) break
      pages.push(page.map(({ id }) => id))
    }
    assert.deepEqual(pages, [['d', 'c', 'b'], ['a']])
  },
  'an unknown session cannot end, and an invalid one is refused': async (store) => {
    await rejectsWith('RECORD_UNKNOWN_SESSION', store.endSession('nowhere'))
    await rejectsWith('RECORD_INVALID_NAME', store.startSession({ id: ' ' }))
    await rejectsWith('RECORD_INVALID_CONTEXT', store.startSession({ context: 'text' as never }))
    await rejectsWith('RECORD_INVALID_FIELD', store.startSession({ robot: 'arm' } as never))
    assert.deepEqual(await store.listSessions(), [])
  },
}
