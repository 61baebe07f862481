import { expect, it } from 'vitest'
import { createRandom } from './random.js'

const drawn = (...names: (string | number)[]) => {
  const random = createRandom(...names)
  return [random.next(), random.below(1000), random.pick(['a', 'b', 'c']), random.bytes(70).toString('hex')]
}

it('gives the same numbers for the same names, and others for others', () => {
  expect(drawn(1, 'damage', 7)).toEqual(drawn(1, 'damage', 7))
  expect(drawn(1, 'damage', 7)).not.toEqual(drawn(2, 'damage', 7))
  expect(drawn(1, 'damage', 7)).not.toEqual(drawn(1, 'damage', 8))
  expect(drawn(1, 'damage', 7)).not.toEqual(drawn(1, 'kills', 7))
})

it('stays below the limit, reaches every number and makes as many bytes as asked for', () => {
  const random = createRandom('limits')
  const numbers = Array.from({ length: 500 }, () => random.below(5))
  expect(new Set(numbers)).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(random.bytes(70)).toHaveLength(70)
})
