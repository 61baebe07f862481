import { describe, expect, it } from 'vitest'
import { candidatesOf } from './candidates.js'

const sentence = (start: number, end: number) => ({ start, end, isHeading: false })
const match = (start: number, end: number) => ({ start, end, term: 0 })

describe('candidatesOf', () => {
  it('gives the sentences that have matches, each with those that are whole in it', () => {
    const sentences = [sentence(0, 10), sentence(10, 20), sentence(21, 30), sentence(31, 40)]
    const matches = [match(0, 10), match(8, 12), match(21, 22), match(22, 30), match(30, 32), match(39, 41)]
    const found = candidatesOf(sentences, matches)
    expect(found.map((each) => [each.place, each.matches])).toEqual([
      [0, [match(0, 10)]],
      [2, [match(21, 22), match(22, 30)]],
    ])
  })
})
