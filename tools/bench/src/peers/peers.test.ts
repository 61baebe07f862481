import { expect, it } from 'vitest'
import { nearestExactly, recallOf } from './libraries.ts'

it('recall counts any of the vectors that are as near as the last', () => {
  const vectors = [
    [1, 0],
    [0.8, 0.6],
    [0.8, 0.6],
    [0, 1],
  ].map((vector) => Float32Array.from(vector))
  const exact = [nearestExactly(vectors, Float32Array.from([1, 0]), 2)]
  expect([recallOf([['0', '2']], exact), recallOf([['0', '0', '3']], exact)]).toEqual([1, 0.5])
})
