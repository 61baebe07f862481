import { searchAnswer } from './__fixtures__/search-result.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf } from '@recallite/core'
import { describeConfidence, describeEstimate } from './amounts.js'

const strong = [{ weak: false }, { weak: true }]
const retrievers = { keyword: 'ok', vector: 'ok' } as const
const wanted = { term: 'token', weight: 1, idf: 3, isContentTerm: true }

describe('describeConfidence', () => {
  it.each([
    [0.82, 'strong 82 %'],
    [0.746, 'strong 75 %'],
    [0.5, 'good 50 %'],
    [0.496, 'good 50 %'],
    [0.494, '49 %'],
    [0.12, '12 %'],
  ])('describes %d as %s', (confidence, said) => {
    expect(describeConfidence({ confidence, results: strong, retrievers })).toBe(said)
  })

  it('calls results below any threshold weak', () => {
    const results = [{ weak: true }]
    expect(describeConfidence({ confidence: 0.06, results, retrievers })).toBe('weak 6 %')
    expect(describeConfidence({ confidence: 0.55, results, retrievers })).toBe('weak 55 %')
  })

  it('shows no percentage for a single word in keyword search', () => {
    const byWords = { keyword: 'ok', vector: 'off' } as const
    const terms = [wanted, { ...wanted, term: '=tokens', isContentTerm: false }]
    const answer = { confidence: 0.8, results: strong, explanation: explained(terms) }
    expect(describeConfidence({ ...answer, retrievers: byWords })).toBe('has the word')
    expect(describeConfidence({ ...answer, retrievers })).toBe('strong 80 %')
    const two = explained([wanted, wanted])
    expect(describeConfidence({ ...answer, explanation: two, retrievers: byWords })).toBe('strong 80 %')
    expect(describeConfidence({ ...answer, results: [{ weak: true }], retrievers: byWords })).toBe(
      'weak 80 %',
    )
  })
})

/** An explanation of a search of files with these terms. */
const explained = (terms: (typeof wanted)[]) => {
  const [searched] = searchAnswer().explanation.kinds
  return { kinds: searched ? [{ ...searched, terms }] : [] }
}

describe('percentOf', () => {
  it('never rounds to certainty or impossibility', () => {
    expect([0, 0.001, 0.999, 1].map(percentOf)).toEqual(['0 %', '<1 %', '>99 %', '100 %'])
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1 - Number.EPSILON }), (share) => {
        expect(percentOf(share)).not.toMatch(/^(?:0|100) /)
      }),
    )
  })
})

it.each([
  [3_912, 54.2, 'about 3,900 tokens a second here, 55 s'],
  [31.4, 6_752, 'about 31 tokens a second here, 113 min'],
])('describeEstimate describes %d tokens a second and %d s as %s', (tokensPerSecond, seconds, said) => {
  const estimate = { texts: 2_102, tokens: 212_034, tokensPerSecond, seconds }
  expect(describeEstimate(estimate)).toBe(`2,102 texts (212,000 tokens) to embed: ${said}`)
})
