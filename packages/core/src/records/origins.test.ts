import { describe, expect, it } from 'vitest'
import { memoryRememberTool } from '../tools/record-tools.js'
import { contentsOf, openRecordMemory, start } from './__fixtures__/open-record-memory.js'

const day = 86_400_000

async function openNoted() {
  const opened = await openRecordMemory()
  const { memory } = opened
  await memory.remember('The lamp in the hall is green.')
  await memory.remember('The lamp on the desk is red.', { origin: 'user', session: 's' })
  await memory.remember('The lamp by the door is blue.', { origin: 'agent', client: 'helper', session: 's' })
  return opened
}

describe('the origin of a record', () => {
  it('is that of the library unless the caller names one, also for a record that replaces another', async () => {
    const { memory } = await openNoted()
    const { records } = await memory.list()
    expect(records.map(({ origin, client }) => [origin, client])).toEqual([
      ['api', null],
      ['user', null],
      ['agent', 'helper'],
    ])
    const { record } = await memory.supersede(records[1]?.id ?? '', 'The desk lamp is white.')
    expect(record.origin).toBe('api')
  })

  it('filters recalls, replays, lists and searches, whose results show it', async () => {
    const { memory, whole } = await openNoted()
    const found = async (query: string, how: object) =>
      contentsOf(await memory.recall(query, { threshold: 0, ...how })).toSorted()
    const [byAgent, byUser] = ['The lamp by the door is blue.', 'The lamp on the desk is red.']
    expect(await found('lamp', { origins: ['user', 'agent'] })).toEqual([byAgent, byUser])
    expect(await found('lamp', { origins: ['hook'] })).toEqual([])
    expect(await found('', { session: 's', origins: ['user'] })).toEqual([byUser])
    const listed = await memory.list({ origins: ['agent'] })
    expect(listed.records.map(({ content }) => content)).toEqual([byAgent])
    const { answer } = await whole.search('lamp', { origins: ['agent'], threshold: 0 })
    expect(answer.results.map(({ record }) => record)).toEqual([
      expect.objectContaining({ origin: 'agent', client: 'helper' }),
    ])
    for (const asked of [
      memory.recall('lamp', { origins: ['me' as 'user'] }),
      memory.list({ origins: ['me' as 'user'] }),
    ])
      await expect(asked).rejects.toThrow(/origins is "me"; it must be one of user, agent, hook, import, api/)
  })

  it('selects records to forget, expired and superseded ones too', async () => {
    const { memory, records, clock } = await openNoted()
    const { record } = await memory.remember('The code is 1.', { origin: 'agent', expiresAt: '1d' })
    const [first] = (await memory.list({ origins: ['agent'] })).records
    await memory.supersede(first?.id ?? '', 'The door lamp is gone.', { origin: 'user' })
    clock.time += 2 * day
    expect(await memory.forgetOrigin('agent')).toEqual([first?.id, record.id])
    expect(await memory.forgetOrigin('agent')).toEqual([])
    expect(await records.get(record.id)).toBeUndefined()
    expect(contentsOf(await memory.recall('door', { threshold: 0, includeSuperseded: true }))).toEqual([
      'The door lamp is gone.',
    ])
    expect((await memory.list()).records).toHaveLength(3)
  })

  it('is agent for the tool, whose input cannot name another; the client has a valid name', async () => {
    const { memory } = await openRecordMemory()
    const remember = memoryRememberTool(memory)
    for (const [given, client] of [
      ['claude-code', 'claude-code'],
      [' \u0000evil\u001B[31m\n ', 'evil [31m'],
      ['\uD800', null],
      ['x'.repeat(300), 'x'.repeat(200)],
      [undefined, null],
    ] as const) {
      const content = `The client was called ${JSON.stringify(given)}.`
      const input = { content, origin: 'user', client: 'me', allowDuplicate: true }
      const { structured } = await remember.execute(input, { client: given })
      expect([given, structured.record.origin, structured.record.client]).toEqual([given, 'agent', client])
    }
  })
})

describe('a recall as of a date', () => {
  it('reads days, months and ages in local time, times in UTC, and milliseconds', async () => {
    const { memory, clock } = await openRecordMemory()
    await memory.remember('The lamp is on.')
    clock.time = start + 40 * day
    const found = async (asOf: number | string) =>
      contentsOf(await memory.recall('lamp', { asOf, threshold: 0 })).length
    for (const asOf of [
      '2026-03-01',
      '2026-03',
      '2026',
      '40d',
      '2026-03-01T12:00Z',
      '2026-03-01 13:00',
      start,
    ])
      expect([asOf, await found(asOf)]).toEqual([asOf, 1])
    for (const asOf of ['2026-02-28', '2026-02', '41d', '2026-03-01T11:59Z', start - 1])
      expect([asOf, await found(asOf)]).toEqual([asOf, 0])
    for (const asOf of ['soon', '2026-13-01', '2026-03-01T25:00', Number.NaN])
      await expect(memory.recall('lamp', { asOf })).rejects.toThrow(/is not a (?:date|time)\. Give a/)
  })

  it('treats a record that was superseded at an unknown time as superseded since its successor', async () => {
    const { memory, records } = await openRecordMemory()
    const old = { status: 'superseded', content: 'The lamp is old.' } as const
    await records.put([
      { ...old, id: 'a', createdAt: '2025-01-01', supersededBy: 'b' },
      { ...old, id: 'c', createdAt: '2025-01-01', supersededBy: 'nowhere' },
      { id: 'b', content: 'The lamp is new.', createdAt: '2025-06-01' },
    ])
    const found = async (asOf: string) => {
      const { results } = await memory.recall('lamp', { asOf, threshold: 0 })
      return results.map(({ record }) => record.id)
    }
    expect([await found('2025-03-01'), await found('2025-07-01')]).toEqual([['a'], ['b']])
  })

  it('computes ages at that date', async () => {
    const { memory, clock } = await openRecordMemory()
    await memory.remember('The lamp is on.')
    clock.time += 100 * day
    const decay = async (asOf?: number) => {
      const { results } = await memory.recall('lamp', { asOf, decay: { halfLife: 10 }, threshold: 0 })
      return results[0]?.adjustments.decay
    }
    expect(await decay(start)).toBe(1)
    expect(await decay()).toBeLessThan(0.6)
  })
})
