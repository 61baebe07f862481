import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vectorFault } from '../vector-fault.js'
import { learnLength } from './learn-length.js'
import { readVector } from './read-vector.js'

describe('readVector', () => {
  it('is the numbers as they came', () => {
    expect(readVector([0.5, -2, 0], 3)).toEqual({ vector: new Float32Array([0.5, -2, 0]) })
  })

  it.each<[given: unknown, fault: string]>([
    ['AACAPwAAAEA=', 'text in place of a vector'],
    [undefined, 'no vector'],
    [{ 0: 1, 1: 1, length: 2 }, 'no vector'],
    [[1], 'a vector of 1 instead of 2 numbers'],
    [[], 'a vector of 0 instead of 2 numbers'],
    [[1, null], 'a vector that holds more than numbers'],
    [['1', 1], 'a vector that holds more than numbers'],
    [[Number.NaN, 1], 'a vector that is not finite'],
    [[1e39, 1], 'a vector that is not finite'],
    [[1e-300, 0], 'a vector that is all zero'],
  ])('does not take %j', (given, fault) => {
    expect(readVector(given, 2)).toEqual({ fault })
  })

  it('gives a good vector or says why there is none, whatever it is given', () => {
    const numbers = fc.array(fc.oneof(fc.double(), fc.constant(0)), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(fc.oneof(numbers, fc.anything()), (given) => {
        const read = readVector(given, 2)
        const isGood = 'vector' in read && vectorFault(read.vector, 2) === undefined
        expect(isGood || 'fault' in read).toBe(true)
      }),
    )
  })
})

describe('learnLength', () => {
  it('is that of a good vector', () => {
    expect(learnLength([0, 1, 0], 'x at host')).toBe(3)
  })

  it.each([[undefined], ['AAAA'], [{}], [[]], [[0, 0]], [['1']]])('is not learned from %j', (given) => {
    const error = expect.objectContaining({ code: 'EMBEDDING_RESPONSE_INVALID' })
    expect(() => learnLength(given, 'x at host')).toThrow(error)
  })
})
