import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vectorFault } from '../checked.js'
import { learnLength, readVector, type ReadVector, takeInOrder, takeVectors } from './read-answer.js'

const one = new Float32Array([1, 0])
const two = new Float32Array([0, 1])
const source = 'x/y at host'
const read = (wire: unknown) => readVector(wire, 2)

/** The expected error about an answer. */
const error = (message: string, vectors?: unknown) =>
  expect.objectContaining({ code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false, message, vectors })

describe('takeVectors', () => {
  it('returns the vectors if all are usable', () => {
    expect(takeVectors([{ vector: one }, { vector: two }], source)).toEqual([one, two])
  })

  it.each<[reads: readonly ReadVector[], message: string, vectors: unknown]>([
    [[{ vector: one }, { fault: 'nothing' }], 'text 1 of 2 with nothing', [one, undefined]],
    [
      [{ fault: 'no vector' }, { vector: two }, { fault: 'nothing' }],
      'text 0 of 3 with no vector, and 1 more without a good vector',
      [undefined, two, undefined],
    ],
    [[{ fault: 'nothing' }], 'text 0 of 1 with nothing', undefined],
  ])('names the first text without one, and retains the others', (reads, message, vectors) => {
    expect(() => takeVectors(reads, source)).toThrow(error(`${source} answered ${message}.`, vectors))
  })
})

describe('takeInOrder', () => {
  it('reads each vector by position', () => {
    expect(
      takeInOrder(
        [
          [1, 0],
          [0, 1],
        ],
        { count: 2, source },
        read,
      ),
    ).toEqual([one, two])
    const bad = error(`${source} answered text 1 of 2 with no vector.`, [one, undefined])
    expect(() => takeInOrder([[1, 0], null], { count: 2, source }, read)).toThrow(bad)
  })

  it.each([
    [[[1, 0]]],
    [
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    [[]],
  ])('uses no vector if there are too few or too many: %j', (list) => {
    const wrong = error(`${source} answered 2 texts with ${list.length} vectors.`)
    expect(() => takeInOrder(list, { count: 2, source }, read)).toThrow(wrong)
  })

  it.each([[undefined], [null], [{ 0: [1, 0], length: 1 }], ['ab']])('requires a list: %j', (list) => {
    const none = error(`${source} answered without a list of embeddings; check the base URL.`)
    expect(() => takeInOrder(list, { count: 1, source }, read)).toThrow(none)
  })
})

describe('readVector', () => {
  it('returns the unchanged numbers', () => {
    expect(readVector([0.5, -2, 0], 3)).toEqual({ vector: new Float32Array([0.5, -2, 0]) })
  })

  it.each<[given: unknown, fault: string]>([
    ['AACAPwAAAEA=', 'text in place of a vector'],
    [undefined, 'no vector'],
    [{ 0: 1, 1: 1, length: 2 }, 'no vector'],
    [[1], 'a vector of 1 instead of 2 numbers'],
    [[], 'a vector of 0 instead of 2 numbers'],
    [[1, null], 'a vector that contains more than numbers'],
    [['1', 1], 'a vector that contains more than numbers'],
    [[Number.NaN, 1], 'a vector that is not finite'],
    [[1e39, 1], 'a vector that is not finite'],
    [[1e-300, 0], 'a vector that is all zero'],
  ])('rejects %j', (given, fault) => {
    expect(readVector(given, 2)).toEqual({ fault })
  })

  it('returns a usable vector or a reason for any value', () => {
    const numbers = fc.array(fc.oneof(fc.double(), fc.constant(0)), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(fc.oneof(numbers, fc.anything()), (given) => {
        const answer = readVector(given, 2)
        const isGood = 'vector' in answer && vectorFault(answer.vector, 2) === undefined
        expect(isGood || 'fault' in answer).toBe(true)
      }),
    )
  })
})

describe('learnLength', () => {
  it('is that of a usable vector', () => {
    expect(learnLength([0, 1, 0], 'x at host')).toBe(3)
  })

  it.each([[undefined], ['AAAA'], [{}], [[]], [[0, 0]], [['1']]])('is not learned from %j', (given) => {
    const unusable = expect.objectContaining({ code: 'EMBEDDING_RESPONSE_INVALID' })
    expect(() => learnLength(given, 'x at host')).toThrow(unusable)
  })
})
