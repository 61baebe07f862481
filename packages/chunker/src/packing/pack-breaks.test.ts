import { describe, expect, it } from 'vitest'
import { limitsOf, resolveOptions, sectionShare } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'
import { chooseEnd, chooseOverlap } from './pack.js'

const { block, heading, line, never, sentence } = breakStrength
const limits = limitsOf(resolveOptions({ target: 100, overlap: 20 }))

function ahead(...parts: [tokens: number, strength: number, isHeading?: boolean][]): Unit[] {
  return parts.map(([tokens, strength, isHeading = false], index) => ({
    startLine: index,
    startColumn: 0,
    endLine: index,
    endColumn: tokens,
    from: index * 100,
    to: index * 100 + tokens,
    tokens,
    strength,
    isHeading,
  }))
}

describe('chooseEnd', () => {
  const bounds = { start: 0, fresh: 0 }

  it('includes everything that fits', () => {
    expect(chooseEnd(ahead([50, block], [50, block]), bounds, limits)).toBe(2)
  })

  it('cuts at the last of the strongest breaks in the later half', () => {
    const units = ahead([40, block], [20, block], [10, line], [10, block], [15, line], [10, line])
    expect(chooseEnd(units, bounds, limits)).toBe(3)
  })

  it('cuts before a unit that is too large, even after a small chunk', () => {
    expect(chooseEnd(ahead([10, block], [10, line], [95, block]), bounds, limits)).toBe(2)
  })

  it('ends before a heading once the chunk is large enough', () => {
    const enough = Math.ceil(limits.target * sectionShare)
    expect(chooseEnd(ahead([enough, block], [5, heading, true], [5, never]), bounds, limits)).toBe(1)
    expect(chooseEnd(ahead([enough - 1, block], [5, heading, true], [5, never]), bounds, limits)).toBe(3)
  })

  it('does not separate a heading from the text below it, if possible', () => {
    expect(chooseEnd(ahead([10, block], [5, heading, true], [90, never]), bounds, limits)).toBe(1)
    expect(chooseEnd(ahead([50, heading, true], [60, never]), bounds, limits)).toBe(1)
  })

  it('includes at least one new unit', () => {
    const units = ahead([60, block], [30, block], [20, block])
    expect(chooseEnd(units, { start: 0, fresh: 2 }, limits)).toBe(3)
    expect(chooseEnd(units, { start: 1, fresh: 2 }, limits)).toBe(3)
  })

  it('respects the maximum characters of a chunk', () => {
    const apart = Array.from({ length: 60 }, (): [number, number] => [1, line])
    const end = chooseEnd(ahead(...apart), bounds, limits)
    expect(end * 100).toBeLessThanOrEqual(limits.characters + 100)
  })
})

describe('chooseOverlap', () => {
  it('repeats as much as allowed, from the strongest break in the earlier half', () => {
    expect(
      chooseOverlap(
        ahead([50, block], [5, line], [5, block], [5, line], [5, line], [50, line]),
        { start: 0, end: 5 },
        limits,
      ),
    ).toBe(2)
    expect(
      chooseOverlap(
        ahead([50, block], [9, sentence], [6, line], [5, block], [50, line]),
        { start: 0, end: 4 },
        limits,
      ),
    ).toBe(2)
  })

  it('repeats no unit that is too large', () => {
    expect(chooseOverlap(ahead([50, block], [21, block], [50, block]), { start: 0, end: 2 }, limits)).toBe(2)
  })

  it('repeats nothing across a heading', () => {
    expect(
      chooseOverlap(
        ahead([50, block], [10, block], [5, heading, true], [50, never]),
        { start: 0, end: 2 },
        limits,
      ),
    ).toBe(2)
    const reached = ahead([50, block], [5, block], [5, heading, true], [5, never], [50, block])
    expect(chooseOverlap(reached, { start: 0, end: 4 }, limits)).toBe(2)
  })

  it('leaves room for the next unit', () => {
    expect(
      chooseOverlap(ahead([50, block], [10, block], [10, block], [85, block]), { start: 0, end: 3 }, limits),
    ).toBe(2)
    expect(chooseOverlap(ahead([50, block], [10, block], [100, block]), { start: 0, end: 2 }, limits)).toBe(2)
  })

  it('never repeats a whole chunk', () => {
    expect(chooseOverlap(ahead([5, block], [5, block], [90, block]), { start: 0, end: 2 }, limits)).toBe(1)
    expect(chooseOverlap(ahead([5, block], [90, block]), { start: 0, end: 1 }, limits)).toBe(1)
  })
})
