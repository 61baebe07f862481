import { expect, it } from 'vitest'
import { saturationAt } from './bm25.js'
import {
  anyPosition,
  countless,
  frequencyOf,
  matchedPostings,
  positionBit,
  positionsAfter,
  withImpacts,
} from './posting-list.js'

it('impacts are the saturations of the frequencies, the maximum if unknown', () => {
  const norms = Float64Array.of(1, 2, 3)
  const postings = {
    chunks: Int32Array.of(2, 0),
    counts: Uint8Array.of(3, 2),
    positions: Int32Array.of(1, 1),
  }
  const expected = [saturationAt(1.5, 3), saturationAt(1, 1)].map(Math.fround)
  expect([...withImpacts(postings, norms).impacts]).toEqual(expected)
  expect([...withImpacts(matchedPostings(Int32Array.of(1)), norms).impacts]).toEqual([
    Math.fround(saturationAt(Infinity, 2)),
  ])
  expect([frequencyOf(countless), frequencyOf(1)]).toEqual([Infinity, 0.5])
})

it('positions are bits modulo 32, and the first bit follows the last', () => {
  for (const position of [0, 1, 31, 32, 63, 1000])
    expect(positionsAfter(positionBit(position))).toBe(positionBit(position + 1))
  expect(positionsAfter(anyPosition)).toBe(anyPosition)
})
