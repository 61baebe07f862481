import { describe, expect, it } from 'vitest'
import { didYouMean } from './errors.js'

describe('didYouMean', () => {
  it('names what is near, and nothing where nothing is', () => {
    expect(didYouMean('konvex', ['rrf', 'convex'])).toBe(' Did you mean "convex"?')
    expect(didYouMean('borda', ['rrf', 'convex'])).toBe('')
  })
})
