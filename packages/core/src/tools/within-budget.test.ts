import { countTokens } from '@recallite/chunker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withinBudget } from './within-budget.js'

function render(kept: readonly string[], omitted: number): string {
  return [...kept, ...(omitted > 0 ? [`${omitted} left out`] : [])].join('\n')
}

describe('withinBudget', () => {
  it('keeps everything without a budget, and where all of it fits', () => {
    expect(withinBudget(['a', 'b'], undefined, render)).toEqual({
      kept: ['a', 'b'],
      omitted: 0,
      text: 'a\nb',
    })
    expect(withinBudget(['a', 'b'], 2, render).omitted).toBe(0)
    expect(withinBudget([], 1, render)).toEqual({ kept: [], omitted: 0, text: '' })
  })

  it('keeps as many from the front as fit, the line about the others included', () => {
    const results = fc.array(fc.constantFrom('a', 'bb cc', 'd e f g', 'h '.repeat(30)), { maxLength: 12 })
    fc.assert(
      fc.property(results, fc.integer({ min: 1, max: 80 }), (all, maxTokens) => {
        const { kept, omitted, text } = withinBudget(all, maxTokens, render)
        expect(kept).toEqual(all.slice(0, all.length - omitted))
        expect(text).toBe(render(kept, omitted))
        const more = render(all.slice(0, kept.length + 1), Math.max(0, omitted - 1))
        expect(kept.length === 0 || countTokens(text) <= maxTokens).toBe(true)
        expect(omitted === 0 || countTokens(more) > maxTokens).toBe(true)
      }),
    )
  })
})
