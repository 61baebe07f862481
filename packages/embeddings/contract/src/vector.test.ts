import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitVector } from './vector.js'

describe('unitVector', () => {
  it('has length 1 and the direction of the vector, however long that is', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 1, maxLength: 5, noNaN: true, noDefaultInfinity: true }),
        (given) => {
          const length = Math.hypot(...given)
          fc.pre(length > 0)
          const unit = unitVector(given)
          expect(Math.hypot(...unit)).toBeCloseTo(1, 5)
          expect([...unit]).toEqual([...given].map((value) => expect.closeTo(value / length, 5)))
        },
      ),
    )
  })

  it('leaves a vector of zeros as it is', () => {
    expect(unitVector(new Float32Array(3))).toEqual(new Float32Array(3))
  })
})
