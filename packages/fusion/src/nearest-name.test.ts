import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.js'

const known = ['convex', 'weighted', 'rrf', 'openclaw-2026.2']

describe('nearestName', () => {
  it.each([
    ['convx', 'convex'],
    ['RRF', 'rrf'],
    ['wieghted', 'weighted'],
    ['openclaw', 'openclaw-2026.2'],
  ])('takes %s for %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant)
  })

  it('suggests nothing where no name is near', () => {
    expect(nearestName('borda', known)).toBeUndefined()
    expect(nearestName('', known)).toBeUndefined()
    expect(nearestName('rrf', [])).toBeUndefined()
  })
})
