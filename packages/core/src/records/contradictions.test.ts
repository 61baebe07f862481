import { checkRecord, type MemoryRecord } from '@recallite/store/records'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemory } from '../create-memory.js'
import { contentsOf, openRecordMemory as openMemory, start } from './__fixtures__/open-record-memory.js'
import { newestFirst } from './record-links.js'

const [first, second] = ['The parking code is 4711', 'The parking code is 4712']

describe('contradicting records', () => {
  it('are both kept and linked, and the newer one is recalled first', async () => {
    const { memory, clock } = await openMemory()
    const { record: old, contradicts: none } = await memory.remember(first)
    clock.time += 1000
    const { record, contradicts, outcome } = await memory.remember(second)
    expect([none, outcome, contradicts.map(({ id }) => id)]).toEqual([[], 'added', [old.id]])
    expect(await memory.get(record.id)).toMatchObject({ contradicts: [old.id], contradictedBy: [] })
    expect(await memory.get(old.id)).toMatchObject({ status: 'active', contradictedBy: [record.id] })
    // The query has the words of the older record.
    const { results } = await memory.recall('parking code 4711', { threshold: 0 })
    expect(results.map(({ record: { content } }) => content)).toEqual([second, first])
    const at = old.createdAt
    expect(results[0]?.replaces).toEqual([{ id: old.id, at, content: first }])
    expect(results[0]).not.toHaveProperty('contradictedBy')
    expect(results[1]?.contradictedBy).toEqual([{ id: record.id, at: at + 1000, content: second }])
  })

  it('are named if only the older one is found', async () => {
    const { memory } = await openMemory()
    await memory.remember(first)
    await memory.remember(second)
    const { results } = await memory.recall('4711', { limit: 1, mode: 'keyword', threshold: 0 })
    const [{ record, contradictedBy } = { record: undefined, contradictedBy: undefined }] = results
    expect([record?.content, contradictedBy?.map(({ content }) => content)]).toEqual([first, [second]])
  })

  it('are noticed only in the same collection, and not if they were superseded or forgotten', async () => {
    const { memory } = await openMemory()
    const { record: other } = await memory.remember(first, { collection: 'work' })
    expect((await memory.remember(second)).contradicts).toEqual([])
    await memory.supersede(other.id, 'The parking code is 4713', { collection: 'work' })
    const { contradicts } = await memory.remember(second, { collection: 'work' })
    expect(contradicts.map(({ content }) => content)).toEqual(['The parking code is 4713'])
    await memory.forget(contradicts[0]?.id ?? '')
    const { results } = await memory.recall('parking code', { collection: 'work', threshold: 0 })
    expect(results.map(({ record: { content }, replaces }) => [content, replaces])).toEqual([
      [second, undefined],
    ])
  })

  it('are stored again when an earlier value returns, but not twice', async () => {
    const { memory, clock } = await openMemory()
    for (const content of [first, second, first]) {
      clock.time += 1000
      expect(await memory.remember(content)).toMatchObject({ outcome: 'added' })
    }
    expect(await memory.remember(first)).toMatchObject({ outcome: 'duplicate', contradicts: [] })
    expect(contentsOf(await memory.recall('parking code', { threshold: 0 }))).toEqual([first, second, first])
  })

  it('are noticed by a record that may be a duplicate, and before the index is up to date', async () => {
    const { memory, records } = await openMemory()
    await records.put([{ content: first }])
    expect(await memory.remember(second, { allowDuplicate: true })).toMatchObject({
      outcome: 'added',
      contradicts: [{ content: first }],
    })
    expect(await memory.remember(second, { allowDuplicate: true })).toMatchObject({ outcome: 'added' })
  })

  it('are linked in a search of all kinds', async () => {
    const records = await openSqliteRecords({ path: ':memory:' })
    const memory = createMemory({ store: await openSqliteStore({ path: ':memory:' }), records })
    onTestFinished(() => memory.close())
    await memory.records.remember(first)
    const { record } = await memory.records.remember(second)
    const { answer } = await memory.search('parking code 4711')
    expect(answer.results.map(({ id, replaces }) => [id === record.id, replaces?.[0]?.content])).toEqual([
      [true, first],
      [false, undefined],
    ])
  })
})

describe('newestFirst', () => {
  const record = (id: string, contradicts: readonly string[] = []) => {
    const checked = checkRecord(
      { content: id, createdAt: start + id.charCodeAt(0) * 1000, contradicts },
      start,
    )
    return { record: { ...checked, id } satisfies MemoryRecord }
  }
  const order = (...records: readonly ReturnType<typeof record>[]) =>
    newestFirst(records).map((each) => each.record.id)

  it('moves a newer record up, directly before the older ones, and nothing else', () => {
    const [a, b, c] = [record('a'), record('b', ['a']), record('c', ['a', 'b'])]
    expect(order(record('x'), a, record('y'), b)).toEqual(['x', 'b', 'a', 'y'])
    expect(order(b, record('y'), a)).toEqual(['b', 'y', 'a'])
    expect(order(a, b, record('y'), c)).toEqual(['c', 'b', 'a', 'y'])
    expect(order(record('y'), record('x'), a)).toEqual(['y', 'x', 'a'])
  })
})
