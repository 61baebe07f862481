import { describe, expect, it } from 'vitest'
import { chooseSentences } from './choose-sentences.js'

/** A candidate from `termsWith`: a space between terms leaves no gap to speak of, a dash does. */
const candidate = (place: number, terms: string, isHeading = false) => ({
  place,
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
const anyNumber = { weights, fit: () => true }
const placesOf = (chosen: ReturnType<typeof chooseSentences>) => chosen.map(({ place }) => place)

describe('chooseSentences', () => {
  it('takes what weighs most, then what adds most', () => {
    const candidates = [candidate(0, '1'), candidate(1, '0--3'), candidate(2, '0--1'), candidate(3, '2--3')]
    expect(placesOf(chooseSentences(candidates, anyNumber))).toEqual([2, 3])
  })

  it('counts a term once, however often it stands there', () => {
    expect(placesOf(chooseSentences([candidate(0, '2--2--2'), candidate(1, '1')], anyNumber))).toEqual([1, 0])
  })

  it('prefers terms side by side', () => {
    expect(placesOf(chooseSentences([candidate(0, '0--1'), candidate(1, '0 1')], anyNumber))).toEqual([1])
  })

  it('prefers prose to headings, then many matches, then the earliest', () => {
    const equals = [candidate(0, '0', true), candidate(1, '0'), candidate(2, '0--0'), candidate(3, '0--0')]
    expect(placesOf(chooseSentences(equals, anyNumber))).toEqual([2])
    expect(placesOf(chooseSentences(equals.slice(0, 2), anyNumber))).toEqual([1])
  })

  it('prefers what is near to what was chosen', () => {
    const candidates = [candidate(0, '1'), candidate(7, '1'), candidate(9, '0')]
    expect(placesOf(chooseSentences(candidates, anyNumber))).toEqual([9, 7])
  })

  it('takes only what fits beside the others', () => {
    const fit = (some: readonly { place: number }[]) =>
      some.length < 3 && some.every(({ place }) => place !== 1)
    const candidates = [candidate(0, '3'), candidate(1, '0'), candidate(2, '1'), candidate(3, '2')]
    expect(placesOf(chooseSentences(candidates, { weights, fit }))).toEqual([2, 3])
  })

  it('takes nothing of nothing', () => {
    expect(chooseSentences([], anyNumber)).toEqual([])
  })
})
