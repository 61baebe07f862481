import { expect, it } from 'vitest'
import { lazyPattern } from './lazy-pattern.js'

it('makes one pattern, when it is asked for', () => {
  const broken = lazyPattern('(', 'u')
  expect(broken).toThrow(SyntaxError)
  const pattern = lazyPattern(String.raw`\p{L}+`, 'gu')
  expect(pattern()).toBe(pattern())
  expect('été 9'.match(pattern())).toEqual(['été'])
})
