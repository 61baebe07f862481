import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.js'

describe('normalise', () => {
  it.each([
    ['ＡＢＣ１２３', 'ABC123'],
    ['ｶﾞｽ', 'ガス'],
    ['cafe\u0301', 'café'],
    ['①ﬁ', '1fi'],
    ['각'.normalize('NFD'), '각'],
    ['soft\u00adware', 'software'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['بـــت', 'بت'],
    ['葛\u{e0100}城', '葛城'],
    ['น้ำ', 'น้ำ'],
    ['a\ud800b', 'a\ufffdb'],
    ['か\u3099 な\u0308 — e\u0301té', 'が な\u0308 — été'],
    ['plain', 'plain'],
  ])('makes %j %j', (text, normal) => {
    expect(normalise(text)).toBe(normal)
  })

  it('is well-formed, and the same when done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const normal = normalise(text)
        expect(normal.isWellFormed()).toBe(true)
        expect(normalise(normal)).toBe(normal)
      }),
      { numRuns: 500 },
    )
  })
})
