import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { contentsOf, openRecordMemory, start } from './__fixtures__/open-record-memory.js'

const day = 86_400_000

describe('a record that expires', () => {
  it('is recalled until it expires, and again if the clock was wrong', async () => {
    const { memory, records, clock } = await openRecordMemory()
    const { record } = await memory.remember('The corridor lamp is out.', { expiresAt: '30d' })
    await memory.remember('The corridor door sticks.')
    expect(record.expiresAt).toBe(start + 30 * day)
    clock.time = start + 30 * day - 1
    expect(contentsOf(await memory.recall('corridor'))).toHaveLength(2)
    clock.time += 1
    expect(await memory.get(record.id)).toBeUndefined()
    expect(contentsOf(await memory.recall('corridor'))).toEqual(['The corridor door sticks.'])
    expect((await records.counts()).forgotten).toBe(0)
    clock.time = start + day
    expect(contentsOf(await memory.recall('corridor'))).toHaveLength(2)
    clock.time = start + 31 * day
    expect(await memory.forget(record.id)).toBe(true)
    expect((await records.counts()).forgotten).toBe(1)
  })

  it('is forgotten after a day of one process, by a clock that is never set', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { memory, records, clock } = await openRecordMemory()
    const { record } = await memory.remember('The corridor lamp is out.', { expiresAt: '30d' })
    const isKeptAfter = async (hours: number, days: number) => {
      vi.advanceTimersByTime((hours * day) / 24)
      clock.time = start + days * day
      await memory.recall('corridor')
      return (await records.get(record.id)) !== undefined
    }
    // The clock is ahead, set back, and from then on right.
    for (const [hours, days] of [
      [0, 400],
      [24, 500],
      [20, 0],
      [23, 40],
      [1, 40],
    ] as const)
      expect([hours, await isKeptAfter(hours, days)]).toEqual([hours, true])
    expect(await isKeptAfter(24, 41)).toBe(false)
  })

  it('is forgotten if it has expired at two starts that are a day apart', async () => {
    const { memory, open, clock } = await openRecordMemory()
    const { record } = await memory.remember('The corridor lamp is out.', { expiresAt: '30d' })
    await memory.close()
    const isKeptAfter = async (days: number) => {
      clock.time = start + days * day
      const again = await open()
      await again.memory.recall('corridor')
      return again.records.get(record.id).then(Boolean).finally(again.memory.close)
    }
    for (const days of [400, 400.9, 1, 402, 402.9])
      expect([days, await isKeptAfter(days)]).toEqual([days, true])
    expect(await isKeptAfter(403)).toBe(false)
  })

  it('does not displace other results', async () => {
    const { memory, records, clock } = await openRecordMemory()
    const lamps = Array.from({ length: 450 }, (_, number) => `The corridor lamp ${number} is out.`)
    await records.put(lamps.map((content) => ({ content, expiresAt: '2026-03-02' })))
    await memory.remember('Somewhere behind the corridor there is a lamp.')
    clock.time += 2 * day
    expect(contentsOf(await memory.recall('corridor lamp'))).toHaveLength(1)
  })

  it('can be remembered again', async () => {
    const { memory, clock } = await openRecordMemory()
    const { record } = await memory.remember('The gate code is 7731.', { expiresAt: '12h' })
    expect((await memory.remember('The gate code is 7731.')).outcome).toBe('duplicate')
    clock.time += day
    const again = await memory.remember('The gate code is 7731.')
    expect([again.outcome, again.record.expiresAt, again.record.id === record.id]).toEqual([
      'added',
      null,
      false,
    ])
  })

  it('cannot supersede a record', async () => {
    const { memory, records, clock } = await openRecordMemory()
    const { record } = await memory.remember('The gate code is 1234.')
    await memory.remember('The gate code is 7731.', { expiresAt: '12h' })
    clock.time += day
    const { record: next } = await memory.supersede(record.id, 'The gate code is 7731.')
    expect(await records.get(next.id)).toMatchObject({ status: 'active', expiresAt: null })
  })

  it('is not recalled even if it cannot be forgotten', async () => {
    const { memory, records, clock } = await openRecordMemory()
    await memory.startSession({ id: 'one' })
    await memory.remember('The corridor lamp is out.', { expiresAt: '2026-03-02', session: 'one' })
    Object.assign(records, { forgetExpired: async () => 0 })
    clock.time += 2 * day
    for (const query of ['corridor', '*'])
      expect(contentsOf(await memory.recall(query, { session: 'one' }))).toEqual([])
  })

  it('is rejected if it has already expired', async () => {
    const { memory } = await openRecordMemory()
    const refused = { code: 'RECORD_INVALID_DATE', field: 'expiresAt' }
    await expect(memory.remember('x', { expiresAt: '2026-03-01' })).rejects.toMatchObject(refused)
    const { record } = await memory.remember('The lamp is out.')
    await expect(memory.supersede(record.id, 'y', { expiresAt: start })).rejects.toMatchObject(refused)
  })
})

describe('a recall by tags', () => {
  it('returns records with one of them, or with a nested tag', async () => {
    const { memory } = await openRecordMemory()
    await memory.startSession({ id: 'one' })
    for (const [content, ...tags] of [
      ['The kettle boils at 96 degrees.', 'tea/green', 'Kitchen'],
      ['The kettle is red.', 'kitchen'],
      ['The kettle was dear.', 'teapot'],
    ] as const)
      await memory.remember(content, { tags, session: 'one' })
    for (const query of ['kettle', '*']) {
      const tagged = async (...tags: string[]) =>
        contentsOf(await memory.recall(query, { tags, session: 'one' })).toSorted()
      expect(await tagged('tea')).toEqual(['The kettle boils at 96 degrees.'])
      expect(await tagged('tea/green', 'teapot')).toHaveLength(2)
      expect(await tagged('KITCHEN')).toEqual(['The kettle boils at 96 degrees.', 'The kettle is red.'])
      expect(await tagged('green')).toEqual([])
    }
  })
})
