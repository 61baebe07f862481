import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seek } from './number-list.js'
import { createTopScores } from '@recallite/keyword-ranking'

describe('top scores', () => {
  it('are the highest, and the least of them is known once there are enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (scores, most) => {
          const top = createTopScores(most)
          for (const [key, score] of scores.entries()) top.add(score, key)
          const highest = scores.toSorted((a, b) => b - a).slice(0, most)
          const found = top.keys().map((key) => scores[key] ?? -1)
          expect(found.toSorted((a, b) => b - a)).toEqual(highest)
          expect(new Set(top.keys()).size).toBe(highest.length)
          expect(top.least()).toBe(scores.length < most ? -Infinity : highest.at(-1))
        },
      ),
    )
  })
})

describe('a search in a sorted list', () => {
  it('finds the first place with at least a number, from a place on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { maxLength: 40 }),
        fc.nat(52),
        fc.nat(41),
        (numbers, wanted, from) => {
          const sorted = Int32Array.from(numbers).toSorted()
          const start = Math.min(from, sorted.length)
          const found = sorted.findIndex((number, place) => place >= start && number >= wanted)
          expect(seek(sorted, wanted, start)).toBe(found < 0 ? sorted.length : found)
        },
      ),
    )
  })
})
