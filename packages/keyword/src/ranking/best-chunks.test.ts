import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTopScores } from './best-chunks.js'

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
