import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertVector } from '@recallite/store'
import { decodeNumbers, encodeNumbers, encodeVector } from './vector-row.js'

const finite = fc.float({ noNaN: true, noDefaultInfinity: true })
const anyVector = fc
  .array(finite, { minLength: 1, maxLength: 50 })
  .map((numbers) => Float32Array.from(numbers))
  .filter((vector) => vector.some((value) => value !== 0))

function decode(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4))
}

describe('a vector in the database', () => {
  it('is its direction, as little-endian 32-bit floats', () => {
    const bytes = encodeVector(Float32Array.of(3, -4))
    expect(bytes).toHaveLength(8)
    expect([bytes.readFloatLE(0), bytes.readFloatLE(4)]).toEqual([Math.fround(3 / 5), Math.fround(-4 / 5)])
  })

  it('has length 1, whatever the numbers', () => {
    fc.assert(
      fc.property(anyVector, (vector) => {
        const numbers = decode(encodeVector(vector))
        expect(Math.hypot(...numbers)).toBeCloseTo(1, 5)
        const signs = numbers.map((value, place) => Math.sign(value) * Math.sign(vector[place] ?? 0))
        expect(Math.min(...signs)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is not shared with the one it was made from', () => {
    const vector = Float32Array.of(1, 0)
    const bytes = encodeVector(vector)
    vector.fill(7)
    expect(decode(bytes)).toEqual([1, 0])
  })

  it('is refused where it could not be compared', () => {
    const refuse = (vector: Float32Array) => () => assertVector(vector, 2)
    expect(refuse(Float32Array.of(1))).toThrow('A vector has 1 numbers where its space has 2.')
    expect(refuse(Float32Array.of(1, Number.NaN))).toThrow('not finite')
    expect(refuse(Float32Array.of(1, Infinity))).toThrow('not finite')
    expect(refuse(Float32Array.of(0, -0))).toThrow('all zero')
    expect(refuse(Float32Array.of(0, 1e-45))).not.toThrow()
  })
})

describe('numbers in the database', () => {
  it('are little-endian, whatever part of an array they were', () => {
    const bytes = encodeNumbers(Float32Array.of(9, 1, -2, 9).subarray(1, 3))
    expect(bytes.toString('hex')).toBe('0000803f000000c0')
  })

  it('come back one by one, also from the middle of other bytes', () => {
    fc.assert(
      fc.property(fc.array(finite, { maxLength: 50 }), fc.nat(7), (numbers, offset) => {
        const bytes = Buffer.concat([Buffer.alloc(offset), encodeNumbers(Float32Array.from(numbers))])
        expect(decodeNumbers(bytes.subarray(offset))).toEqual(Float32Array.from(numbers))
      }),
    )
  })
})
