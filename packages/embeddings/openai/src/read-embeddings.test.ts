import { EmbeddingError } from '@recallite/embeddings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEmbeddings } from './read-embeddings.js'

const vectors = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 1],
]
const entries = vectors.map((embedding, index) => ({ index, embedding }))
const withIndexes = (...indexes: unknown[]) =>
  entries.map((entry, position) => ({ ...entry, index: indexes[position] }))

const expected = { count: 4, dimensions: 2, source: 'openai/x at host' }

function readOrFail(data: unknown, expectation = expected): readonly (Float32Array | undefined)[] {
  try {
    return readEmbeddings({ data }, expectation)
  } catch (error) {
    if (!EmbeddingError.isInstance(error) || error.code !== 'EMBEDDING_RESPONSE_INVALID') throw error
    return error.vectors ?? []
  }
}

describe('readEmbeddings', () => {
  it.each([
    ['reversed', entries.toReversed(), [0, 1, 2, 3]],
    ['shuffled', [2, 0, 3, 1].map((position) => entries[position]), [0, 1, 2, 3]],
    ['with one missing', entries.toSpliced(1, 1), [0, 2, 3]],
    ['with the first half missing', entries.slice(2), [2, 3]],
    ['with half missing, perhaps renumbered', entries.slice(0, 2), []],
    ['with one missing and the others renumbered', withIndexes(0, 0, 1, 2).slice(1), []],
    ['with a duplicate index', withIndexes(0, 1, 1, 3), [0, 3]],
    ['with one index for all', withIndexes(0, 0, 0, 0), []],
    ['with a duplicate entry', [...entries, entries[2]], [0, 1, 3]],
    ['counted from one', withIndexes(1, 2, 3, 4), []],
    ['with a negative index', withIndexes(-1, 1, 2, 3), []],
    ['with a fraction for an index', withIndexes(0, 1, 1.5, 3), []],
    ['with text for an index', withIndexes('0', 1, '2', 3), [0, 1, 2, 3]],
    ['without indexes', withIndexes(), [0, 1, 2, 3]],
    ['without indexes and with one missing', withIndexes().slice(1), []],
    ['with null for an entry', [null, ...entries.slice(1)], []],
  ])('assigns entries by their index: %s', (_, data, usable) => {
    const read = readOrFail(data)
    const positions = [...read.keys()].filter((position) => read[position] !== undefined)
    expect(positions).toEqual(usable)
    for (const position of usable) expect(read[position]).toEqual(Float32Array.from(vectors[position] ?? []))
  })

  const embedding = fc.oneof(
    fc.array(fc.oneof(fc.double(), fc.constantFrom(null, '1', 0)), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(null, 'AAAA', [1, 1]),
  )
  const entry = fc.record({
    index: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom('0', 0.5)),
    embedding,
  })

  it('returns the usable vector with that index, or none', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (data, count) => {
        const read = readOrFail(data, { ...expected, count })
        expect(read.length).toBeLessThanOrEqual(count)
        for (const [position, vector] of read.entries()) {
          if (vector === undefined) continue
          expect(vector.every(Number.isFinite) && vector.some((value) => value !== 0)).toBe(true)
          const same = data.filter(({ index }) => Number(index) === position)
          expect(same.map((each) => Float32Array.from(each.embedding as number[]))).toEqual([vector])
        }
      }),
    )
  })
})
