import { describe, expect, it } from 'vitest'
import { drawQuestions, generateCorpus } from '../generate-corpus.js'
import { createRandom } from '../random.js'
import { nearestExactly, recallOf } from './libraries.js'
import { peers, versions } from './peers.js'
import { addShared } from './programs.js'

it('one exact version is named of each peer', () => {
  for (const packages of Object.values(peers))
    for (const name of Object.values(packages)) expect(versions[name]).toMatch(/^\d+\.\d+\.\d+$/u)
})

it('questions have words that one note has', () => {
  const notes = generateCorpus(20)
  const drawn = drawQuestions(notes, { random: createRandom(1), count: 10, words: 3 })
  expect(drawn).toHaveLength(10)
  for (const question of drawn) {
    const words = question.split(' ')
    expect(new Set(words).size).toBe(3)
    expect(notes.some(({ text }) => words.every((word) => text.includes(word)))).toBe(true)
  }
})

it('warm searches are timed over the questions that every side answered', () => {
  const none = { times: [], found: [] }
  const warm = (times: number[], found: number[]) => ({
    warm: { questions: { times, found }, 'two words': none },
  })
  const values = addShared({
    Recallite: { ...warm([10, 20, 30], [6, 6, 6]), build: 1 },
    QMD: warm([1, 2, 3], [1, 0, 2]),
    OpenClaw: {},
  })
  const figures = (p50: number, p95: number, answered: number) => ({
    'warm search, questions, p50': p50,
    'warm search, questions, p95': p95,
    'questions that were answered': answered,
    'questions that all answered': 2,
  })
  expect(values).toEqual({
    Recallite: { build: 1, ...figures(10, 30, 3) },
    QMD: figures(1, 3, 2),
    OpenClaw: {},
  })
})

describe('recall', () => {
  const vectors = [
    [1, 0],
    [0.8, 0.6],
    [0.8, 0.6],
    [0, 1],
  ].map((vector) => Float32Array.from(vector))

  it('counts any of the vectors that are as near as the last', () => {
    const exact = [nearestExactly(vectors, Float32Array.from([1, 0]), 2)]
    expect(exact).toEqual([{ ids: new Set(['0', '1', '2']), wanted: 2 }])
    expect(recallOf([['0', '2']], exact)).toBe(1)
    expect(recallOf([['0', '0', '3']], exact)).toBe(0.5)
  })
})
