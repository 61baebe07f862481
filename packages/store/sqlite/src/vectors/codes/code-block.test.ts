import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOfCode,
  codesPerBlock,
  decodeBlock,
  encodeBlock,
  groupSize,
  middleLevel,
  type CodeBlock,
} from './code-block.js'
import { createCodeSums } from './code-sums.js'

const dotOf = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const vectorOf = (dimensions: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => Math.hypot(...values) > 1e-3)
    .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)))

const block = fc.constantFrom(1, 2, 7, 8, 31, 32, 33, 96).chain((dimensions) =>
  fc.record({
    query: vectorOf(dimensions),
    vectors: fc
      .array(fc.tuple(fc.integer({ min: 0, max: codesPerBlock - 1 }), vectorOf(dimensions)), {
        maxLength: 20,
      })
      .map((entries) => new Map(entries)),
  }),
)

function encode(vectors: ReadonlyMap<number, Float32Array>, dimensions: number): Buffer {
  const numbers = new Float32Array(codesPerBlock * dimensions)
  for (const [position, vector] of vectors) numbers.set(vector, position * dimensions)
  return encodeBlock({ positions: [...vectors.keys()], numbers })
}

/** The levels of a vector, relative to their middle. */
function levelsOf({ levels }: CodeBlock, position: number, dimensions: number): Float32Array {
  const group = Math.floor(position / groupSize) * bytesOfCode(dimensions)
  return Float32Array.from({ length: dimensions }, (_, index) => {
    const byte = levels[(group + (index >> 1)) * groupSize + (position % groupSize)] ?? 0
    return (index % 2 === 0 ? byte & 15 : byte >> 4) - middleLevel
  })
}

function estimateAll(query: Float32Array, decoded: CodeBlock, estimates: Float32Array): void {
  const sums = createCodeSums(query.length)
  const kept = sums.keep(decoded)
  sums.prepare(query)(kept, estimates)
}

describe('the codes of a block', () => {
  it('estimate the cosine of each vector with the precision of its levels, and nothing for empty positions', () => {
    fc.assert(
      fc.property(block, ({ query, vectors }) => {
        const decoded = decodeBlock(encode(vectors, query.length), query.length)
        if (!decoded) throw new Error('A new block cannot be decoded.')
        const estimates = new Float32Array(codesPerBlock)
        estimateAll(query, decoded, estimates)
        expect(estimates.filter((estimate) => !Number.isNaN(estimate))).toHaveLength(vectors.size)
        for (const [position, vector] of vectors) {
          const estimate = estimates[position] ?? Number.NaN
          // The error is at most the length of the vector's part that the code omits.
          const rest = vector.map((value, index) => value - (decoded.mean[index] ?? 0))
          const factor = decoded.factors[position] ?? 0
          const levels = levelsOf(decoded, position, query.length)
          const left = Math.sqrt(Math.max(0, factor ** 2 * dotOf(levels, levels) - dotOf(rest, rest)))
          // A product of a number and a level is rounded to 7 bits of at most 15.
          const rounding = (Math.abs(factor) * query.length * 15) / 127 / 2
          expect(Math.abs(estimate - dotOf(query, vector))).toBeLessThan(left + rounding + 1e-3)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('estimate the cosines of 3,072 dimensions', () => {
    const numbers = new Float32Array(codesPerBlock * 3072)
    const vectors = [1, -1].map((sign) =>
      Float32Array.from(
        { length: 3072 },
        (_, index) => (sign ** index * Math.cos(index)) / Math.sqrt(3072 / 2),
      ),
    )
    for (const [position, vector] of vectors.entries()) numbers.set(vector, position * 3072)
    const decoded = decodeBlock(encodeBlock({ positions: [0, 1], numbers }), 3072)
    const estimates = new Float32Array(codesPerBlock)
    const [query = new Float32Array()] = vectors
    if (decoded) estimateAll(query, decoded, estimates)
    const expected = vectors.map((vector) => expect.closeTo(dotOf(query, vector), 1))
    expect([...estimates.subarray(0, 2)]).toEqual(expected)
  })

  it('of another length are rejected', () => {
    const bytes = encode(new Map(), 16)
    expect(decodeBlock(bytes, 64)).toBeUndefined()
    expect(decodeBlock(bytes.subarray(1), 16)).toBeUndefined()
  })
})
