import { describe, expect, it } from 'vitest'
import { greatest } from './greatest.js'

describe('greatest', () => {
  it('is that of the values, and no less than the least', () => {
    expect(greatest([2, 7, 3], 0)).toBe(7)
    expect(greatest([2, 7, 3], 9)).toBe(9)
    expect(greatest([], 0)).toBe(0)
  })

  it('takes more values than a call takes arguments', () => {
    const values = Array.from({ length: 500_000 }, (_, index) => index)
    expect(() => Math.max(...values)).toThrow(RangeError)
    expect(greatest(values, 0)).toBe(499_999)
  })
})
