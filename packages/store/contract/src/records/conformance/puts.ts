import assert from 'node:assert/strict'
import { contentHashOf } from '../record-id.js'
import { add, fullRecord, hostileTexts, listAll, rejectsWith, type Cases } from './samples.js'

const dayLater = 86_400_000

/** Putting, superseding and forgetting records. */
export const putCases: Cases = {
  'a record is returned with all given fields, and with defaults for the others': async (store) => {
    const before = Date.now() - dayLater
    const full = await add(store, fullRecord)
    const { occurredAt: _, ...given } = fullRecord
    assert.deepEqual(await store.get(full.id), full)
    assert.deepEqual({ ...full, ...given }, full)
    assert.equal(full.occurredAt, Date.UTC(2026, 1, 11, 13, 30, 5, 250))
    assert.equal(full.hash, contentHashOf(fullRecord.content))
    const plain = await add(store, { content: 'The kettle is new.' })
    assert.deepEqual(await store.get(plain.id), plain)
    const { id, hash, createdAt, ...rest } = plain
    assert.ok(id !== full.id && hash !== full.hash && createdAt > before)
    const lists = { scopeFiles: [], scopeEntities: [], tags: [], context: {} }
    const counts = { accessCount: 0, returnCount: 0, lastAccessed: null }
    const defaults = {
      collection: 'default',
      session: null,
      summary: null,
      confidence: 0.9,
      occurredAt: null,
    }
    const lasting = { expiresAt: null }
    const state = { content: 'The kettle is new.', status: 'active', supersededBy: null, supersededAt: null }
    const links = { origin: 'api', client: null, contradicts: [], contradictedBy: [] }
    assert.deepEqual(rest, { ...lists, ...counts, ...defaults, ...lasting, ...state, ...links })
  },
  'a record may contain any text': async (store) => {
    for (const content of hostileTexts) {
      const put = await add(store, {
        content,
        summary: `x${content.slice(0, 99)}`,
        tags: [`x${content.slice(0, 99)}x`],
      })
      assert.equal(put.content, content)
      assert.deepEqual(await store.get(put.id), put)
    }
    assert.deepEqual((await listAll(store)).toSorted(), [...hostileTexts].toSorted())
  },
  'an imported record keeps its id, times and counts, and importing it again returns `known`': async (
    store,
  ) => {
    const imported = {
      ...fullRecord,
      id: 'elsewhere:7',
      createdAt: '2025-12-31',
      status: 'superseded',
      supersededBy: 'elsewhere:8',
      supersededAt: '2026-01-01',
      origin: 'user',
      client: 'elsewhere 1.0',
      contradicts: ['elsewhere:6'],
      contradictedBy: ['elsewhere:9'],
      accessCount: 3,
      returnCount: 9,
      lastAccessed: '2026-01-02T03:04:05Z',
    } as const
    const record = await add(store, imported)
    const [createdAt, supersededAt] = [Date.UTC(2025, 11, 31), Date.UTC(2026, 0, 1)]
    const times = { createdAt, supersededAt, lastAccessed: Date.UTC(2026, 0, 2, 3, 4, 5) }
    const { occurredAt: _, ...given } = imported
    assert.deepEqual(record, { ...record, ...given, ...times })
    const again = await store.put([{ ...imported, content: 'Something else.' }])
    assert.deepEqual(again, [{ outcome: 'known', id: imported.id, record }])
    assert.equal((await store.counts()).collections[0]?.superseded, 1)
  },
  'C1: an invalid record is refused with a code, and nothing is put': async (store) => {
    const good = { content: 'A good record.' }
    const refused = [
      ['RECORD_BLANK', { content: ' \n' }],
      ['RECORD_BLANK', {}],
      ['RECORD_TOO_LARGE', { content: 'x'.repeat(20_001) }],
      ['RECORD_INVALID_CONFIDENCE', { ...good, confidence: 1.01 }],
      ['RECORD_INVALID_CONTEXT', { ...good, context: [1] }],
      ['RECORD_INVALID_DATE', { ...good, occurredAt: '2026-02-30' }],
      ['RECORD_INVALID_NAME', { ...good, collection: '' }],
      ['RECORD_INVALID_FIELD', { ...good, tags: 'one' }],
      ['RECORD_INVALID_FIELD', { ...good, confidance: 1 }],
    ] as const
    for (const [code, record] of refused) await rejectsWith(code, store.put([good, record as never]))
    assert.deepEqual((await store.counts()).collections, [])
    assert.deepEqual(await store.put([]), [])
  },
  'C16: the same content is put once in a collection, unless duplicates are allowed': async (store) => {
    const first = await add(store, { content: 'Café\u00A0 opens  at 7.' })
    const same = { content: ' Cafe\u0301 opens at\n7. ', tags: ['other'] }
    assert.deepEqual(await store.put([same, same]), [
      { outcome: 'duplicate', id: first.id, record: first },
      { outcome: 'duplicate', id: first.id, record: first },
    ])
    const elsewhere = await add(store, { ...same, collection: 'other' })
    const [twice] = await store.put([same], { allowDuplicate: true })
    assert.equal(twice?.outcome, 'added')
    assert.deepEqual(await store.findByHash('default', first.hash), first)
    assert.deepEqual(await store.findByHash('other', first.hash), elsewhere)
    assert.equal(await store.findByHash('third', first.hash), undefined)
    const inOneCall = await store.put([{ content: 'New.' }, { content: 'New. ' }])
    const outcomes = inOneCall.map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['added', 'duplicate'])
  },
  'C4: a record replaces another one, which stays readable': async (store) => {
    const old = await add(store, { content: 'The door is open.', collection: 'house', tags: ['door'] })
    const { outcome, id, record } = await store.supersede(old.id, { content: 'The door is closed.' })
    assert.deepEqual([outcome, record?.collection, record?.status], ['added', 'house', 'active'])
    const stored = await store.get(old.id)
    const supersededAt = stored?.supersededAt ?? 0
    assert.ok(supersededAt >= old.createdAt && supersededAt <= Date.now())
    assert.deepEqual(stored, { ...old, status: 'superseded', supersededBy: id, supersededAt })
    assert.deepEqual(await listAll(store, { status: 'active' }), ['The door is closed.'])
    assert.deepEqual((await store.counts()).collections, [{ collection: 'house', active: 1, superseded: 1 }])
    await rejectsWith('RECORD_SUPERSEDED', store.supersede(old.id, { content: 'No.' }))
    await rejectsWith('RECORD_UNKNOWN', store.supersede('nowhere', { content: 'No.' }))
    await rejectsWith('RECORD_BLANK', store.supersede(id, { content: '' }))
    await rejectsWith('RECORD_INVALID_FIELD', store.supersede(id, { id, content: 'Itself.' }))
    // A superseded fact may become true again, and a record may be replaced by one with the same content.
    const back = await store.supersede(id, { content: 'The door is open.' })
    assert.equal(back.outcome, 'added')
    const same = await store.supersede(back.id, { content: 'The door is open.', confidence: 1 })
    assert.deepEqual([same.outcome, same.record?.confidence], ['added', 1])
    const other = await add(store, { content: 'The door is shut.', collection: 'house' })
    const merged = await store.supersede(same.id, { content: 'The door is shut.' })
    assert.deepEqual([merged.outcome, merged.id], ['duplicate', other.id])
    assert.equal((await store.get(same.id))?.supersededBy, other.id)
    assert.equal((await store.counts()).collections[0]?.active, 1)
  },
  'a record and those that it contradicts are linked': async (store) => {
    const [first, second] = [
      await add(store, { content: 'The code is 1.' }),
      await add(store, { content: 'The code is 2.', session: 's' }),
    ]
    await store.touch([{ id: first.id, returned: 2, at: 5 }])
    const contradicts = [first.id, second.id, 'nowhere']
    const { last } = await store.counts()
    const third = await add(store, { content: 'The code is 3.', contradicts })
    assert.deepEqual([third.contradicts, third.contradictedBy], [contradicts, []])
    const changed = { ...first, contradictedBy: [third.id], returnCount: 2, lastAccessed: 5 }
    assert.deepEqual(await store.get(first.id), changed)
    assert.equal((await store.changes({ after: last })).changes.length, 3)
    const replacement = await store.supersede(second.id, {
      content: 'The code is 4.',
      contradicts: [second.id],
    })
    const { status, contradictedBy } = (await store.get(second.id)) ?? {}
    assert.deepEqual([status, contradictedBy], ['superseded', [third.id, replacement.id]])
    await store.forget(first.id)
    const fourth = await add(store, { content: 'The code is 5.', contradicts: [first.id] })
    assert.deepEqual([fourth.contradicts, await store.get(first.id)], [[first.id], undefined])
  },
  'a forgotten record is gone, and cannot be put again with its id': async (store) => {
    const record = await add(store, { ...fullRecord, id: 'to forget' })
    await add(store, { content: 'Another one.' })
    await store.touch([{ id: record.id, returned: 1, at: 5 }])
    assert.equal(await store.forget(record.id), true)
    for (const id of [record.id, 'nowhere']) assert.equal(await store.forget(id), false)
    assert.equal(await store.get(record.id), undefined)
    assert.deepEqual(await listAll(store), ['Another one.'])
    assert.equal(await store.findByHash(record.collection, record.hash), undefined)
    const again = await store.put([{ ...fullRecord, id: record.id }])
    assert.deepEqual(again, [{ outcome: 'forgotten', id: record.id, record: undefined }])
    const newRecord = await add(store, fullRecord)
    assert.equal(newRecord.returnCount, 0)
    assert.equal((await store.counts()).forgotten, 1)
    await rejectsWith('RECORD_UNKNOWN', store.supersede(record.id, { content: 'No.' }))
  },
  'several records are forgotten at once': async (store) => {
    const [first, second] = [
      await add(store, { content: 'First.' }),
      await add(store, { content: 'Second.', session: 's' }),
    ]
    await add(store, { content: 'Third.' })
    assert.equal(await store.forgetAll([]), 0)
    assert.equal(await store.forgetAll([first.id, 'nowhere', second.id, first.id]), 2)
    assert.deepEqual(await listAll(store), ['Third.'])
    assert.equal((await store.counts()).forgotten, 2)
    await rejectsWith('RECORD_INVALID_NAME', store.forgetAll([' ']))
  },
  'only records that expire by a time are forgotten': async (store) => {
    const expiresAt = Date.UTC(2030, 0, 1)
    const [early, late] = [
      await add(store, { content: 'Until 2030.', expiresAt: '2030-01-01' }),
      await add(store, { content: 'Until 2031.', expiresAt: '2031-01-01', session: 's' }),
    ]
    await add(store, { content: 'For good.' })
    assert.equal(early.expiresAt, expiresAt)
    assert.equal(await store.forgetExpired(expiresAt - 1), 0)
    assert.equal(await store.forgetExpired(expiresAt), 1)
    assert.equal(await store.forgetExpired(expiresAt), 0)
    assert.deepEqual(await listAll(store), ['Until 2031.', 'For good.'])
    assert.equal(await store.get(early.id), undefined)
    const next = await add(store, { content: 'Next.' })
    await store.supersede(late.id, { content: 'Other.' })
    assert.equal(await store.forgetExpired(Date.UTC(2032, 0, 1)), 1)
    assert.deepEqual(await listAll(store), ['For good.', 'Next.', 'Other.'])
    assert.equal((await store.get(next.id))?.expiresAt, null)
  },
  'an expired record stays, but is neither a duplicate nor superseded': async (store) => {
    const expired = await add(store, { content: 'The code is 7731.', expiresAt: '2020-01-01' })
    assert.equal(await store.findByHash(expired.collection, expired.hash), undefined)
    const again = await add(store, { content: expired.content, expiresAt: '9999-01-01' })
    assert.deepEqual(await store.findByHash(expired.collection, expired.hash), again)
    await rejectsWith('RECORD_UNKNOWN', store.supersede(expired.id, { content: 'Another code.' }))
    assert.deepEqual(await store.get(expired.id), expired)
  },
  'concurrent puts are all stored, in the order of their ids': async (store) => {
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const outcomes = await Promise.all(numbers.map((number) => store.put([{ content: `Record ${number}.` }])))
    const ids = outcomes.map(([outcome]) => outcome?.id ?? '')
    assert.equal(new Set(ids).size, 20)
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal((await listAll(store)).length, 20)
  },
}
