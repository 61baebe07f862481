import { describe, expect, it } from 'vitest'
import { signedSums } from './signed-sums.js'

describe('signedSums', () => {
  it('are the sums under all signs, the first value having the lowest bit', () => {
    expect([...signedSums(Float64Array.of(1, 10))]).toEqual([11, 9, -9, -11])
    expect([...signedSums(Float64Array.of(1, 10, 100))]).toEqual([111, 109, 91, 89, -89, -91, -109, -111])
  })

  it('are the empty sum of nothing', () => {
    expect([...signedSums(new Float64Array())]).toEqual([0])
  })

  it('say by the bits of the index what is negated', () => {
    const values = Float64Array.of(1, 2, 4, 8, 16, 32, 64, 128)
    for (const [index, sum] of signedSums(values).entries()) expect(sum).toBe(255 - 2 * index)
  })
})
