import { expect, it } from 'vitest'
import { nearestExactly, recallOf } from './libraries.ts'
import { addShared } from './programs.ts'

it('warm searches are timed over the questions that every side answered', () => {
  const warm = (times: number[], found: number[]) => ({
    warm: { questions: { times, found }, 'two words': { times: [], found: [] } },
  })
  const figures = (p50: number, p95: number, answered: number) => ({
    'warm search, questions, p50': p50,
    'warm search, questions, p95': p95,
    'questions that were answered': answered,
    'questions that all answered': 2,
  })
  const [ours, theirs] = [warm([10, 20, 30], [6, 6, 6]), warm([1, 2, 3], [1, 0, 2])]
  expect(addShared({ ours: { ...ours, build: 1 }, theirs, bare: {} })).toEqual({
    ours: { build: 1, ...figures(10, 30, 3) },
    theirs: figures(1, 3, 2),
    bare: {},
  })
})

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
