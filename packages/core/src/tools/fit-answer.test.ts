import { countTokens } from '@recallite/chunker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capTokens, withinBudget } from './fit-answer.js'

function render(included: readonly string[], omitted: number): string {
  return [...included, ...(omitted > 0 ? [`${omitted} left out`] : [])].join('\n')
}

describe('withinBudget', () => {
  it('keeps everything without a budget, and if everything fits', () => {
    expect(withinBudget(['a', 'b'], undefined, render)).toEqual({
      included: ['a', 'b'],
      omitted: 0,
      text: 'a\nb',
    })
    expect(withinBudget(['a', 'b'], 2, render).omitted).toBe(0)
    expect(withinBudget([], 1, render)).toEqual({ included: [], omitted: 0, text: '' })
  })

  it('keeps as many first results as fit, with the line about the others', () => {
    const results = fc.array(fc.constantFrom('a', 'bb cc', 'd e f g', 'h '.repeat(30)), { maxLength: 12 })
    fc.assert(
      fc.property(results, fc.integer({ min: 1, max: 80 }), (all, maxTokens) => {
        const { included, omitted, text } = withinBudget(all, maxTokens, render)
        expect(included).toEqual(all.slice(0, all.length - omitted))
        expect(text).toBe(render(included, omitted))
        const more = render(all.slice(0, included.length + 1), Math.max(0, omitted - 1))
        expect(included.length === 0 || countTokens(text) <= maxTokens).toBe(true)
        expect(omitted === 0 || countTokens(more) > maxTokens).toBe(true)
      }),
    )
  })
})

describe('capTokens', () => {
  it.each([
    ['one two\nthree', 3, undefined],
    ['one two\nthree', 2, { text: 'one two', lines: 1, isLineCut: false }],
    ['one\n\n\ntwo', 1, { text: 'one\n\n', lines: 3, isLineCut: false }],
    ['one two three', 2, { text: 'one two ', lines: 1, isLineCut: true }],
    ['😀😀😀', 3, { text: '😀', lines: 1, isLineCut: true }],
    ['😀', 1, { text: '', lines: 1, isLineCut: true }],
  ])('cuts %j at %i tokens', (text, maxTokens, capped) => {
    expect(capTokens(text, maxTokens)).toEqual(capped)
  })

  it('returns as many whole lines as fit, or the beginning of the first one', () => {
    const piece = fc.constantFrom('\n', 'word', ' ', '.', '会', '😀', 'é', 'longer words here')
    const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, maxTokens) => {
        const capped = capTokens(text, maxTokens)
        if (!capped) return countTokens(text) <= maxTokens
        expect(countTokens(capped.text)).toBeLessThanOrEqual(maxTokens)
        const lines = text.split('\n')
        expect(
          countTokens(lines.slice(0, capped.isLineCut ? 1 : capped.lines + 1).join('\n')),
        ).toBeGreaterThan(maxTokens)
        if (!capped.isLineCut) return capped.text === lines.slice(0, capped.lines).join('\n')
        expect(capped.lines).toBe(1)
        return lines[0]?.startsWith(capped.text)
      }),
      { numRuns: 3_000 },
    )
  })
})
