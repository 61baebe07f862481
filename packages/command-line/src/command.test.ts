import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeRange, numberIn, type NumberRange } from './command.js'

describe('numberIn', () => {
  it.each([
    [
      { min: 1, max: 100, isWhole: true },
      'a whole number from 1 to 100',
      ['1', '100'],
      ['0', '101', '2.5', 'x'],
    ],
    [{ min: 0, max: 1 }, 'a number from 0 to 1', ['0', '0.5', '1'], ['-0.1', '1.1', 'NaN']],
    [{ min: 0, isAbove: true }, 'a number above 0', ['1e-9', '30'], ['0', '-1', 'Infinity', '']],
    [{ min: 0 }, 'a number, 0 or more', ['0', '7.5'], ['-1', 'Infinity']],
    [
      { min: 1, isWhole: true },
      'a whole number, 1 or more',
      ['1', '1e3'],
      ['0', '1.5', '1e300', '', ' ', '1,5'],
    ],
  ])('accepts numbers in %j, and describes the range', (range, described, inside, outside) => {
    expect(describeRange(range)).toBe(described)
    expect(inside.map(numberIn(range))).toEqual(inside.map(Number))
    for (const text of outside) expect(() => numberIn(range)(text)).toThrow(`Give ${described}.`)
  })

  it('accepts exactly the numbers in the range', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer(), fc.nat(), (value, min, width) => {
        const isInside = value >= min && value <= min + width
        expect(parsed(String(value), { min, max: min + width })).toBe(isInside ? value + 0 : undefined)
      }),
    )
  })
})

/** The parsed number; undefined if the text is rejected. */
function parsed(text: string, range: NumberRange): number | undefined {
  try {
    // −0 is read as 0.
    return numberIn(range)(text) + 0
  } catch {
    return undefined
  }
}
