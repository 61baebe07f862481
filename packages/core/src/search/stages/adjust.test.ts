import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import { contentsOf, openRecordMemory } from '../../records/__fixtures__/open-record-memory.js'
import { byRecency, timeFactorOf } from './adjust.js'

const ages = fc.array(fc.option(fc.integer({ min: 0, max: 5000 })), { maxLength: 60 })
const halfLives = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const toAged = (list: readonly (number | null)[]) =>
  list.map((ageDays, index) => ({ ageDays, from: index + 1 }))

describe('recency', () => {
  it('moves no item by more than three positions', () => {
    fc.assert(
      fc.property(ages, halfLives, (list, halfLife) => {
        const moved = byRecency(toAged(list), halfLife)
        expect(moved).toHaveLength(list.length)
        for (const [index, { from }] of moved.entries())
          expect(Math.abs(index + 1 - from)).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('moves an item by three: a note of today overtakes three old ones, not a fourth', () => {
    const moved = byRecency(toAged([9999, 9999, 9999, 9999, 0]), 30)
    expect(moved.map(({ from }) => from)).toEqual([1, 5, 2, 3, 4])
  })

  it('keeps the order of equal ages, and raises only items that are more recent than one before', () => {
    fc.assert(
      fc.property(ages, halfLives, (list, halfLife) => {
        const risen = byRecency(toAged(list), halfLife).filter(({ from }, index) => from > index + 1)
        const overtakesOlder = ({ from, ageDays }: { from: number; ageDays: number | null }) =>
          list.slice(0, from - 1).some((age) => (age ?? Infinity) > (ageDays ?? Infinity))
        expect(risen.every(overtakesOlder)).toBe(true)
        const same = toAged(list.map(() => 7))
        expect(byRecency(same, halfLife)).toEqual(same)
      }),
    )
  })
})

/** Eight notes that answer equally well, each a month older than the one before; the last one is of today. */
async function datedMemory() {
  const today = '2026-11-23'
  const { memory } = await testMemory({ now: () => Date.parse(`${today}T12:00:00`) })
  const months = ['2026-10', '2026-09', '2026-08', '2026-07', '2026-06', '2026-05', '2026-04']
  const old = months.map((month, index) => [
    `old${index}.md`,
    `---\ndate: ${month}-23\n---\nharbour ${'dues '.repeat(index)}`,
  ])
  const newest = ['new.md', `---\ndate: ${today}\n---\nharbour ${'dues '.repeat(40)}`]
  await memory.index([notesFolder(Object.fromEntries([...old, newest]))])
  return memory
}

describe('search with recency', () => {
  it('raises recent documents, and reports how each result moved', async () => {
    const memory = await datedMemory()
    const search = async (recency?: number) => {
      const { answer } = await memory.search('harbour', { threshold: 0, limit: 8, recency })
      return answer
    }
    const [plain, recent] = [await search(), await search(30)]
    const order = (answer: typeof plain) => answer.results.map(({ path }) => path)
    expect(order(plain).at(-1)).toBe('new.md')
    expect(plain.results.every(({ adjustment }) => adjustment === undefined)).toBe(true)
    expect(order(recent).indexOf('new.md')).toBe(order(plain).length - 1 - 3)
    for (const [index, { path, adjustment }] of recent.results.entries()) {
      expect(adjustment).toMatchObject({ from: order(plain).indexOf(path) + 1, to: index + 1 })
    }
    const newest = recent.results.find(({ path }) => path === 'new.md')
    expect(newest?.adjustment).toEqual({ from: 8, to: 5, ageDays: 0 })
    expect(recent.results.find(({ path }) => path === 'old0.md')?.adjustment?.ageDays).toBe(31)
    expect(recent.explanation.stages.map(({ stage }) => stage)).toContain('adjust')
    expect(plain.explanation.stages.map(({ stage }) => stage)).not.toContain('adjust')
  })

  it('judges the same items as without it', async () => {
    const { memory } = await testMemory()
    const today = new Date().toISOString().slice(0, 10)
    const warranty = '---\ndate: 2020-01-01\n---\nThe warranty of the boiler lasts until May 2030.'
    await memory.index([notesFolder({ 'old.md': warranty, 'new.md': `---\ndate: ${today}\n---\nA boiler.` })])
    const ask = async (threshold: number, recency?: number) => {
      const how = { threshold, limit: 1, recency }
      const { answer } = await memory.search('until when is the warranty of the boiler', how)
      return { first: answer.results[0]?.path, decision: [answer.confidence, answer.heldBack] }
    }
    const [plain, recent] = [await ask(0), await ask(0, 30)]
    expect([plain.first, recent.first]).toEqual(['old.md', 'new.md'])
    expect(recent.decision).toEqual(plain.decision)
    expect((await ask(0.9, 30)).decision).toEqual((await ask(0.9)).decision)
  })
})

const days = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the time in a query', () => {
  it('counts most within it, less at a distance, and not without a day', () => {
    const week = { text: 'last week', from: '2026-03-09', to: '2026-03-15' }
    const factors = ['2026-03-12', '2026-03-15', '2026-03-22', '2026-03-02', '2026-02-23'].map((day) =>
      timeFactorOf(day, week),
    )
    expect(factors).toEqual([3, 3, 1.5, 1.5, 1.25])
    expect(timeFactorOf(null, week)).toBe(1)
    const dated = { ...week, text: 'in March 2026' }
    expect(['2026-03-12', '2026-03-22'].map((day) => timeFactorOf(day, dated))).toEqual([1.25, 1.0625])
    const before = { text: 'March', from: null, to: '2026-02-28' }
    expect(['1999-01-01', '2026-02-28', '2026-03-30'].map((day) => timeFactorOf(day, before))).toEqual([
      3, 3, 1.5,
    ])
  })

  it('lowers no score, raises none above three times, and decreases with the distance', () => {
    fc.assert(
      fc.property(days, days, days, days, (one, other, near, far) => {
        const [from = '', to = ''] = [one, other].toSorted()
        const [first = '', last = ''] = [near, far].toSorted()
        const time = { text: '', from, to }
        const [left, right] = [timeFactorOf(first, time), timeFactorOf(last, time)]
        for (const factor of [left, right]) expect(factor >= 1 && factor <= 3).toBe(true)
        expect(first < to || left >= right).toBe(true)
        expect(last > from || right >= left).toBe(true)
      }),
    )
  })
})

/** Twelve weekly reports that answer equally well, the last one two days ago, and an unrelated note of last week. */
async function weeklyMemory(options: Parameters<typeof testMemory>[0] = {}) {
  const { memory } = await testMemory({ now: () => Date.parse('2026-03-18T12:00:00'), ...options })
  const dayOf = (week: number) => new Date(Date.UTC(2026, 2, 16 - 7 * week)).toISOString().slice(0, 10)
  const reports = Array.from({ length: 12 }, (_, week) => [
    `${dayOf(week)}.md`,
    `# Harbour report\n\nThe harbour had ${'boats '.repeat(12 - week)}${week % 3 === 1 ? '' : 'calm'}`,
  ])
  const other = ['2026-03-10-other.md', '# Garden\n\nTulips and one boat on the lake.']
  await memory.index([notesFolder(Object.fromEntries([...reports, other]))])
  return memory
}

describe('search with a time in the query', () => {
  const ask = async (query: string, options: object = {}) => {
    const memory = await weeklyMemory()
    return (await memory.search(query, { threshold: 0, limit: 20, ...options })).answer
  }
  const paths = ({ results }: Awaited<ReturnType<typeof ask>>) => results.map(({ path }) => path)

  it('ranks items of that time first, and reports it in answers, results and stages', async () => {
    const answer = await ask('harbour report of last week')
    expect(answer.time).toEqual({ text: 'last week', from: '2026-03-09', to: '2026-03-15' })
    expect(paths(answer)[0]).toBe('2026-03-09.md')
    expect(answer.results[0]?.adjustment).toMatchObject({ to: 1, timeFactor: 3 })
    expect(answer.results[0]?.adjustment?.from).toBeGreaterThan(1)
    expect(answer.explanation.stages.map(({ stage }) => stage)).toContain('adjust')
  })

  it('omits nothing, and changes neither confidence nor abstaining', async () => {
    const query = 'calm boats, harbour report of last week'
    const [timed, plain] = [await ask(query), await ask(query, { time: false })]
    expect(plain.time).toBeNull()
    expect(plain.results.every(({ adjustment }) => adjustment === undefined)).toBe(true)
    expect(paths(timed)).not.toEqual(paths(plain))
    expect(paths(timed).toSorted()).toEqual(paths(plain).toSorted())
    const how = { limit: 1, recency: 9, threshold: 0.3, fusion: 'rrf' }
    const [first, other] = [await ask(query, how), await ask(query, { ...how, time: false })]
    expect(paths(first)).not.toEqual(paths(other))
    expect([first.confidence, first.heldBack]).toEqual([other.confidence, other.heldBack])
  })

  it('works with recency and after a reranker, whose order replaces the scores', async () => {
    const identity = { provider: 'test', model: 'lengths' }
    const rerank = async ({ texts }: { texts: readonly string[] }) => texts.map((text) => text.length / 200)
    const memory = await weeklyMemory({ reranker: { specificationVersion: 'v1', identity, rerank } })
    const query = 'harbour report in January'
    const [timed, both] = await Promise.all(
      [{}, { recency: 30 }].map((how) => memory.search(query, { threshold: 0, ...how })),
    )
    const first = timed?.answer.results.slice(0, 3).map(({ path }) => path.slice(0, 7))
    expect(first).toEqual(['2026-01', '2026-01', '2026-01'])
    expect(both?.answer.results[0]?.adjustment).toMatchObject({
      timeFactor: 3,
      ageDays: expect.any(Number),
    })
  })

  it('applies to the time of records, except with a position', async () => {
    const { memory } = await openRecordMemory()
    for (const [month, place] of ['01', '02', '03', '04', '05', '06'].entries())
      await memory.remember(`The key of the harbour hangs in hall ${place}.`, {
        occurredAt: Date.UTC(2025, month, 15),
        context: { spatial: { position: [month, 0] } },
        allowDuplicate: true,
      })
    const answer = await memory.recall('key harbour in April')
    expect(answer.time).toMatchObject({ text: 'April', from: '2025-04-01' })
    expect(contentsOf(answer)[0]).toContain('hall 04')
    expect(answer.results[0]?.adjustment).toMatchObject({ to: 1, timeFactor: 3 })
    const off = await memory.recall('key harbour in April', { time: false })
    expect([off.time, off.confidence]).toEqual([null, answer.confidence])
    const near = await memory.recall('key harbour in April', { spatial: { position: [0, 0] } })
    expect(contentsOf(near)[0]).toContain('hall 01')
  })
})
