import assert from 'node:assert/strict'
import type { RecordState } from '../merge-records.js'
import type { MemoryRecord, RecordInput } from '../record.js'
import type { RecordStore } from '../record-store.js'
import { add, fullRecord, hostileTexts, rejectsWith, type Cases } from './samples.js'

const stateOf = (record: MemoryRecord): RecordState => ({ id: record.id, record })

/** Puts a record, and returns it as another machine has it. */
async function elsewhere(store: RecordStore, record: RecordInput, fields: Partial<MemoryRecord> = {}) {
  return stateOf({ ...(await add(store, record)), ...fields })
}

const replaced = { status: 'superseded', supersededBy: 'b', supersededAt: 7 } as const

/** Merging what another machine knows. */
export const mergeCases: Cases = {
  'a merged record has all fields except its use, and starts its session': async (store) => {
    const given = await add(store, { ...fullRecord, accessCount: 3, contradicts: ['earlier'] })
    const other = { ...given, id: 'elsewhere:1', session: 'another session', contradictedBy: ['y', 'x'] }
    assert.deepEqual(await store.merge([stateOf(other), stateOf(given)]), ['changed', 'same'])
    const links = { contradicts: ['earlier'], contradictedBy: ['x', 'y'] }
    assert.deepEqual(await store.get('elsewhere:1'), { ...other, ...links, accessCount: 0 })
    assert.equal((await store.get(given.id))?.accessCount, 3)
    const sessions = await store.listSessions()
    assert.deepEqual(sessions.map(({ id }) => id).toSorted(), ['another session', given.session].toSorted())
    assert.deepEqual(await store.merge([stateOf(other)]), ['same'])
  },
  'a merged record may contain any text, and may have the content of another one': async (store) => {
    for (const content of hostileTexts) {
      const { record } = await elsewhere(store, { content })
      assert.ok(record)
      assert.deepEqual(await store.merge([stateOf({ ...record, id: `${record.id} copy` })]), ['changed'])
      assert.deepEqual(await store.get(`${record.id} copy`), { ...record, id: `${record.id} copy` })
    }
  },
  'the latest replacement stands, links are united, and the use stays': async (store) => {
    const state = await elsewhere(store, { id: 'a', content: 'One.', accessCount: 2 }, replaced)
    assert.deepEqual(await store.merge([state, state]), ['changed', 'same'])
    assert.deepEqual(await store.get('a'), { ...state.record, accessCount: 2 })
    for (const [supersededAt, supersededBy, by] of [
      [6, 'z', 'b'],
      [7, 'c', 'c'],
      [8, 'a2', 'a2'],
    ] as const) {
      const other = { ...state.record, supersededAt, supersededBy, contradictedBy: [supersededBy] }
      assert.deepEqual(await store.merge([stateOf(other as MemoryRecord)]), ['changed'])
      assert.equal((await store.get('a'))?.supersededBy, by)
    }
    assert.deepEqual((await store.get('a'))?.contradictedBy, ['a2', 'c', 'z'])
    await rejectsWith('RECORD_SUPERSEDED', store.supersede('a', { content: 'Two.' }))
  },
  'a forgotten record stays forgotten, wherever it was forgotten': async (store) => {
    const state = await elsewhere(store, { id: 'a', content: 'One.', accessCount: 1 }, replaced)
    const unknown = stateOf({ ...(state.record as MemoryRecord), id: 'b' })
    const forgotten = [
      { id: 'a', record: null },
      { id: 'b', record: null },
    ]
    assert.deepEqual(await store.merge(forgotten), ['changed', 'changed'])
    assert.deepEqual(await store.merge([...forgotten, state, unknown]), ['same', 'same', 'same', 'same'])
    assert.deepEqual([await store.get('a'), await store.get('b')], [undefined, undefined])
    assert.equal((await store.counts()).forgotten, 2)
    const [put] = await store.put([{ id: 'b', content: 'One.' }])
    assert.equal(put?.outcome, 'forgotten')
    const { changes } = await store.changes({ after: 0 })
    assert.deepEqual(
      changes.map(({ id, record }) => [id, record]),
      [
        ['a', null],
        ['b', null],
      ],
    )
  },
  'another content for an id is refused; of other differences one is chosen on every machine': async (
    store,
  ) => {
    const { record } = await elsewhere(store, { id: 'a', content: 'One.', tags: ['old'] })
    assert.ok(record)
    assert.deepEqual(await store.merge([stateOf({ ...record, content: 'Two.' })]), ['refused'])
    assert.deepEqual(await store.get('a'), record)
    const other = { ...record, tags: ['new'] }
    await store.merge([stateOf(other)])
    assert.deepEqual((await store.get('a'))?.tags, ['new'])
    assert.deepEqual(await store.merge([stateOf(record)]), ['same'])
  },
  'nothing is merged if a record is invalid, or after a change that was not seen': async (store) => {
    const { record } = await elsewhere(store, { id: 'a', content: 'One.' })
    assert.ok(record)
    const { last } = await store.counts()
    const [fresh, blank] = [stateOf({ ...record, id: 'b' }), stateOf({ ...record, id: 'c', content: ' ' })]
    await rejectsWith('RECORD_BLANK', store.merge([fresh, blank]))
    await rejectsWith('RECORD_INVALID_NAME', store.merge([fresh, { id: ' ', record: null }]))
    await store.startSession({ id: 'S' })
    assert.deepEqual(await store.merge([fresh], { since: last }), ['outdated'])
    assert.equal(await store.get('b'), undefined)
    const { last: since } = await store.counts()
    assert.deepEqual(await store.merge([fresh], { since }), ['changed'])
    assert.deepEqual(await store.merge([]), [])
  },
}
