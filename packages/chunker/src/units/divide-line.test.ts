import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../counting/count-tokens.js'
import { limitsOf } from '../limits.js'
import { resolveOptions } from '../options.js'
import { breakStrength } from '../structure/break-strength.js'
import { arbitraryProse } from '../testing/arbitrary-source.js'
import { divideLine } from './divide-line.js'

function divide(line: string, target: number, room = target): { text: string; strength: number }[] {
  const limits = limitsOf(resolveOptions({ target }))
  const pieces = divideLine(line, { limits, room, strength: breakStrength.block })
  return Array.from(pieces, ({ start, end, strength }) => ({ text: line.slice(start, end), strength }))
}

describe('divideLine', () => {
  it('leaves a short line whole', () => {
    expect(divide('  One short line. It is left whole.  ', 400)).toEqual([
      { text: '  One short line. It is left whole.  ', strength: breakStrength.block },
    ])
  })

  it('divides a long line by sentences', () => {
    const first = 'This is the first sentence of it.'
    const second = 'This is the second sentence of it.'
    expect(divide(`  ${first}  ${second} `, 20)).toEqual([
      { text: `  ${first}`, strength: breakStrength.block },
      { text: `${second} `, strength: breakStrength.sentence },
    ])
  })

  it('divides a long sentence by commas and words', () => {
    // With this target a piece has at most four tokens.
    const { clause, word, block } = breakStrength
    expect(divide('one two three four five, six seven eight nine ten eleven', 20)).toEqual([
      { text: 'one two', strength: block },
      { text: 'three four five,', strength: word },
      { text: 'six seven', strength: clause },
      { text: 'eight nine ten', strength: word },
      { text: 'eleven', strength: word },
    ])
  })

  it('divides a line that does not fit behind its heading', () => {
    expect(divide('one two three four', 400, 2).length).toBeGreaterThan(1)
  })

  it('drops wide margins and keeps narrow ones', () => {
    const wide = ' '.repeat(100_000)
    expect(divide(`${wide}text${wide}`, 400)).toEqual([{ text: 'text', strength: breakStrength.block }])
  })

  it('keeps pieces small and loses nothing but white space', () => {
    fc.assert(
      fc.property(arbitraryProse, fc.integer({ min: 12, max: 100 }), (line, target) => {
        const pieces = divide(line, target)
        expect(
          pieces
            .map(({ text }) => text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(line.replaceAll(/\s/g, ''))
        const allowed = Math.max(target / 2, 4)
        // A family of three is the largest character of the prose.
        const largest = Math.max(allowed, countTokens('👨‍👩‍👧'))
        for (const { text } of pieces) expect(countTokens(text)).toBeLessThanOrEqual(largest)
      }),
    )
  })
})
