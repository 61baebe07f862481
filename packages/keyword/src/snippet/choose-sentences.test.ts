import { describe, expect, it } from 'vitest'
import { candidatesOf, chooseSentences, weighTerms } from './choose-sentences.js'

/** A candidate from `termsWith`: terms separated by a space are adjacent, those separated by a dash are not. */
const candidate = (position: number, terms: string, isHeading = false) => ({
  position,
  sentence: { start: 0, end: terms.length, isHeading },
  matches: Array.from(terms.matchAll(/\d/gu), ([term], index) => ({
    start: terms.indexOf(term, index),
    end: terms.indexOf(term, index) + 1,
    term: Number(term),
  })),
})

const weights = new Map([
  [0, 4],
  [1, 3],
  [2, 2],
  [3, 0.5],
])
const choose = (candidates: Parameters<typeof chooseSentences>[0]) =>
  chooseSentences(candidates, weights, () => true)
const placesOf = (chosen: ReturnType<typeof chooseSentences>) => chosen.map(({ position }) => position)

describe('chooseSentences', () => {
  it('chooses the sentence with the most weight, then those that add the most', () => {
    const candidates = [candidate(0, '1'), candidate(1, '0--3'), candidate(2, '0--1'), candidate(3, '2--3')]
    expect(placesOf(choose(candidates))).toEqual([2, 3])
  })

  it('counts a term once, however often it occurs', () => {
    expect(placesOf(choose([candidate(0, '2--2--2'), candidate(1, '1')]))).toEqual([1, 0])
  })

  it('prefers adjacent terms', () => {
    expect(placesOf(choose([candidate(0, '0--1'), candidate(1, '0 1')]))).toEqual([1])
  })

  it('prefers prose to headings, then many matches, then the earliest', () => {
    const equals = [candidate(0, '0', true), candidate(1, '0'), candidate(2, '0--0'), candidate(3, '0--0')]
    expect(placesOf(choose(equals))).toEqual([2])
    expect(placesOf(choose(equals.slice(0, 2)))).toEqual([1])
  })

  it('prefers sentences near the chosen ones', () => {
    const candidates = [candidate(0, '1'), candidate(7, '1'), candidate(9, '0')]
    expect(placesOf(choose(candidates))).toEqual([9, 7])
  })

  it('chooses only what fits with the others', () => {
    const fit = (some: readonly { position: number }[]) =>
      some.length < 3 && some.every(({ position }) => position !== 1)
    const candidates = [candidate(0, '3'), candidate(1, '0'), candidate(2, '1'), candidate(3, '2')]
    expect(placesOf(chooseSentences(candidates, weights, fit))).toEqual([2, 3])
  })
})

const holding = (position: number, ...terms: number[]) => ({
  position,
  sentence: { start: 0, end: 1, isHeading: false },
  matches: terms.map((term) => ({ start: 0, end: 1, term })),
})

describe('weighTerms', () => {
  it('weighs terms by their rarity among the sentences', () => {
    const weighed = weighTerms([holding(0, 0, 0, 1), holding(4, 0)], 10)
    expect(weighed.get(0)).toBeCloseTo(Math.log(1 + (10 - 2 + 0.5) / (2 + 0.5)))
    expect(weighed.get(1)).toBeCloseTo(Math.log(1 + (10 - 1 + 0.5) / (1 + 0.5)))
    expect(weighed.has(2)).toBe(false)
  })

  it('gives terms that occur everywhere a positive weight', () => {
    expect(weighTerms([holding(0, 0)], 1).get(0)).toBeGreaterThan(0)
  })
})

const sentence = (start: number, end: number) => ({ start, end, isHeading: false })
const match = (start: number, end: number) => ({ start, end, term: 0 })

describe('candidatesOf', () => {
  it('returns the sentences with matches, each with the matches completely inside it', () => {
    const sentences = [sentence(0, 10), sentence(10, 20), sentence(21, 30), sentence(31, 40)]
    const matches = [match(0, 10), match(8, 12), match(21, 22), match(22, 30), match(30, 32), match(39, 41)]
    const found = candidatesOf(sentences, matches)
    expect(found.map((each) => [each.position, each.matches])).toEqual([
      [0, [match(0, 10)]],
      [2, [match(21, 22), match(22, 30)]],
    ])
  })
})
