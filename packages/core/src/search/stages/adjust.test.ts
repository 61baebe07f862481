import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import { byRecency } from './adjust.js'

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

  it('does move one by three: a note of today overtakes three old ones, not a fourth', () => {
    const moved = byRecency(toAged([9999, 9999, 9999, 9999, 0]), 30)
    expect(moved.map(({ from }) => from)).toEqual([1, 5, 2, 3, 4])
  })

  it('keeps the order of equal ages, and raises only what is more recent than an item before', () => {
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

/** Eight notes that answer alike, each a month older than the one before; the last one, of today, has no more to say. */
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
  it('raises recent documents, and says of each result how it was moved', async () => {
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
})
