import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measuresAt } from './measure-table.js'

const ids = Array.from({ length: 16 }, (_, index) => `d${index}`)
const depth = fc.integer({ min: 1, max: 12 })
const ranking = fc.shuffledSubarray(ids)
const judged = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ids, 'never found'), fc.integer({ min: 0, max: 4 })), {
    selector: ([id]) => id,
    minLength: 1,
  })
  .map((entries) => new Map(entries))

/** A ranking, and the same with two neighbours changed so that the better judged one stands first. */
const promoted = fc
  .tuple(ranking, judged, fc.nat())
  .filter(([found]) => found.length > 1)
  .map(([found, grades, choice]) => {
    const index = choice % (found.length - 1)
    const [upper = '', lower = ''] = found.slice(index, index + 2)
    const gain = (grades.get(lower) ?? 0) - (grades.get(upper) ?? 0)
    return { before: found, after: found.with(index, lower).with(index + 1, upper), grades, gain }
  })
  .filter(({ gain }) => gain > 0)

describe('every measure of any ranking', () => {
  it('is from 0 to 1, by the relevant documents alone, and looks no further than its depth', () => {
    fc.assert(
      fc.property(ranking, judged, depth, (found, grades, k) => {
        const irrelevant = found.filter((id) => (grades.get(id) ?? 0) === 0)
        const positive = new Map([...grades].filter(([, grade]) => grade > 0))
        for (const { score } of measuresAt([k])) {
          const value = score(found, grades)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1 + Number.EPSILON)
          expect(score(irrelevant, grades)).toBe(0)
          expect(score(found.slice(0, k), grades)).toBe(value)
          expect(score(found, positive)).toBe(value)
        }
      }),
    )
  })

  it('never falls when a better document moves up', () => {
    fc.assert(
      fc.property(promoted, depth, ({ before, after, grades }, k) => {
        for (const { score } of measuresAt([k]))
          expect(score(after, grades)).toBeGreaterThanOrEqual(score(before, grades))
      }),
    )
  })

  it('is 1 for the best order, but for what does not fit into the depth', () => {
    fc.assert(
      fc.property(judged, depth, (grades, k) => {
        const best = [...grades].toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
        const relevant = [...grades.values()].filter((grade) => grade > 0).length
        const share = relevant === 0 ? 0 : Math.min(k, relevant) / relevant
        const reached = relevant === 0 ? 0 : 1
        const expected = [reached, share, Math.min(k, relevant) / k, reached, reached, reached, share]
        expect(measuresAt([k]).map(({ score }) => score(best, grades))).toEqual(expected)
      }),
    )
  })
})

describe('hit, recall, MRR and MAP of any ranking', () => {
  it('never fall with depth', () => {
    fc.assert(
      fc.property(ranking, judged, depth, (found, grades, k) => {
        const growing = /^(?:hit|recall|MRR|MAP)@/
        const [shallow, deep] = [k, k + 1].map((cut) =>
          measuresAt([cut])
            .filter(({ name }) => growing.test(name))
            .map(({ score }) => score(found, grades)),
        )
        expect(shallow).toHaveLength(4)
        for (const [index, score] of shallow?.entries() ?? [])
          expect(deep?.[index]).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})
