import { describe, expect, it } from 'vitest'
import { didYouMean } from './did-you-mean.js'

describe('didYouMean', () => {
  it('names what is near, and nothing where nothing is', () => {
    expect(didYouMean('konvex', ['rrf', 'convex'])).toBe(' Did you mean "convex"?')
    expect(didYouMean('borda', ['rrf', 'convex'])).toBe('')
  })
})
