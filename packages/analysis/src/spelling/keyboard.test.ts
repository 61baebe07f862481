import { describe, expect, it } from 'vitest'
import { areKeyboardNeighbours } from './keyboard.js'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const neighboursOf = (key: string) => letters.filter((other) => areKeyboardNeighbours(key, other)).join('')

describe('areKeyboardNeighbours', () => {
  it.each([
    ['q', 'aw'],
    ['p', 'lo'],
    ['g', 'bfhtvy'],
    ['z', 'asx'],
    ['m', 'jkn'],
  ])('finds around %s the keys %s', (key, neighbours) => {
    expect(neighboursOf(key)).toBe(neighbours)
  })

  it('holds both ways, and of no key with itself', () => {
    for (const a of letters) {
      expect(neighboursOf(a)).not.toContain(a)
      for (const b of letters) expect(areKeyboardNeighbours(a, b)).toBe(areKeyboardNeighbours(b, a))
    }
  })

  it('knows no keys but letters', () => {
    expect(areKeyboardNeighbours('', 'a')).toBe(false)
    expect(areKeyboardNeighbours('я', 'ч')).toBe(false)
  })
})
