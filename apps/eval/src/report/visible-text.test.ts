import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.js'

describe('visibleText', () => {
  it.each([
    ['a\u0000b', String.raw`a\u{0}b`],
    ['gpj.\u202etxt', String.raw`gpj.\u{202e}txt`],
    ['half \ud83d', 'half \ufffd'],
    ['two\nlines', 'two\nlines'],
    ['Grüße 記録 😀', 'Grüße 記録 😀'],
  ])('shows %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })
})
