import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptLength, joinParts, renderExcerpt, roomFor } from './excerpt.js'

const text = 'One two · three. Four five.'
const partOf = (words: string) => {
  const start = text.indexOf(words)
  return { start, end: start + words.length }
}
const show = (...parts: string[]) => renderExcerpt(text, joinParts(text, parts.map(partOf)))

describe('renderExcerpt', () => {
  it.each([
    [['One two'], 'One two …'],
    [['three.'], '… three. …'],
    [['Four five.'], '… Four five.'],
    [['Four five.', 'One'], 'One … Four five.'],
    [['One two', 'three.'], 'One two · three. …'],
    [['One', 'two', 'three.', 'Four', 'five.'], text],
    [[], ' …'],
  ])('shows %j as %j', (parts, shown) => {
    expect(show(...parts)).toBe(shown)
  })

  it('is as long as excerptLength says', () => {
    const place = fc.nat({ max: text.length })
    const part = fc.tuple(place, place).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const joined = joinParts(text, parts)
        expect(renderExcerpt(text, joined)).toHaveLength(excerptLength(text, joined))
      }),
    )
  })

  it('has room for a part of that length anywhere', () => {
    for (const start of [0, 5, text.length - roomFor(12)]) {
      expect(excerptLength(text, [{ start, end: start + roomFor(12) }])).toBeLessThanOrEqual(12)
    }
  })
})
