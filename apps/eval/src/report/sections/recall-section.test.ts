import { describe, expect, it } from 'vitest'
import { roundDepths } from './recall-section.js'

describe('roundDepths', () => {
  it.each([
    [1, [1]],
    [6, [1, 2, 3, 5, 6]],
    [10, [1, 2, 3, 5, 10]],
    [250, [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 250]],
  ])('of a depth of %i are %j', (depth, depths) => {
    expect(roundDepths(depth)).toEqual(depths)
  })
})
