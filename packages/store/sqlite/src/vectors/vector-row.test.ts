import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertVector } from '@recallite/store'
import { decodeNumbers, encodeNumbers, encodeVector } from './vector-row.js'

const finite = fc.float({ noNaN: true, noDefaultInfinity: true })
describe('a vector in the database', () => {
  it('is stored with length 1, as little-endian 32-bit floats', () => {
    const bytes = encodeVector(Float32Array.of(3, -4))
    expect(bytes).toHaveLength(8)
    expect([bytes.readFloatLE(0), bytes.readFloatLE(4)]).toEqual([Math.fround(3 / 5), Math.fround(-4 / 5)])
  })

  it('is rejected if it cannot be compared', () => {
    const refuse = (vector: Float32Array) => () => assertVector(vector, 2)
    expect(refuse(Float32Array.of(1))).toThrow('A vector has 1 numbers, but its space has 2.')
    expect(refuse(Float32Array.of(1, Number.NaN))).toThrow('not finite')
    expect(refuse(Float32Array.of(1, Infinity))).toThrow('not finite')
    expect(refuse(Float32Array.of(0, -0))).toThrow('all zero')
    expect(refuse(Float32Array.of(0, 1e-45))).not.toThrow()
  })
})

describe('numbers in the database', () => {
  it('are little-endian, for any part of an array', () => {
    const bytes = encodeNumbers(Float32Array.of(9, 1, -2, 9).subarray(1, 3))
    expect(bytes.toString('hex')).toBe('0000803f000000c0')
  })

  it('are decoded as encoded, also from the middle of other bytes', () => {
    fc.assert(
      fc.property(fc.array(finite, { maxLength: 50 }), fc.nat(7), (numbers, offset) => {
        const bytes = Buffer.concat([Buffer.alloc(offset), encodeNumbers(Float32Array.from(numbers))])
        expect(decodeNumbers(bytes.subarray(offset))).toEqual(Float32Array.from(numbers))
      }),
    )
  })
})
