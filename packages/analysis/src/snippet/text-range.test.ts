import { describe, expect, it } from 'vitest'
import { mergeRanges } from './text-range.js'

const range = (start: number, end: number) => ({ start, end })

describe('mergeRanges', () => {
  it('orders ranges and puts together what overlaps or touches', () => {
    const merged = mergeRanges([range(8, 9), range(0, 4), range(1, 2), range(4, 6)], () => false)
    expect(merged).toEqual([range(0, 6), range(8, 9)])
  })

  it('puts together what is said to be one', () => {
    const isOneApart = (end: number, start: number) => start - end === 1
    expect(mergeRanges([range(0, 2), range(3, 5), range(7, 8)], isOneApart)).toEqual([
      range(0, 5),
      range(7, 8),
    ])
  })

  it('leaves what it is given as it is', () => {
    const given = Object.freeze([range(3, 4), range(0, 1)].map((each) => Object.freeze(each)))
    expect(mergeRanges(given, () => true)).toEqual([range(0, 4)])
    expect(given).toEqual([range(3, 4), range(0, 1)])
  })
})
