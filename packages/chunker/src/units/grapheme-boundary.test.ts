import { describe, expect, it } from 'vitest'
import { graphemeBoundary } from './grapheme-boundary.js'

const family = '👨‍👩‍👧‍👦'
const flags = '🇩🇪🇫🇷'

describe('graphemeBoundary', () => {
  it.each<[string, number, number]>([
    ['plain', 3, 3],
    ['e\u0301e', 1, 2],
    [`a${family}`, 3, 1],
    [family, 1, family.length],
    [flags, 6, 4],
    [flags, 4, 4],
    ['漢字', 1, 1],
    ['नमस्ते', 3, 2],
    ['😀😀', 3, 2],
    ['\r\n', 1, 1],
  ])('of %j at %i is %i', (text, place, boundary) => {
    expect(graphemeBoundary(text, 0, place)).toBe(boundary)
  })

  it('cuts a character of any length, between surrogate pairs', () => {
    const text = `a${'\u0301'.repeat(1000)}`
    expect(graphemeBoundary(text, 0, 100)).toBe(100)
    const joined = '👩‍'.repeat(100)
    const place = graphemeBoundary(joined, 0, 100)
    expect(joined.slice(0, place).isWellFormed()).toBe(true)
    expect(Math.abs(place - 100)).toBeLessThanOrEqual(1)
  })
})
