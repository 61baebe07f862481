import { describe, expect, it } from 'vitest'
import { editSimilarity } from './suggest-spellings.js'

describe('editSimilarity', () => {
  it('is the share of letters that stay', () => {
    expect(editSimilarity('auth', 'auth')).toBe(1)
    // Swapped neighbours are one edit.
    expect(editSimilarity('auth', 'auht')).toBe(1 - 1 / 4)
    expect(editSimilarity('auth', 'oauth2')).toBeCloseTo(1 - 2 / 6)
    expect(editSimilarity('abc', 'xyz')).toBe(0)
  })
})
