import { describe, expect, it } from 'vitest'
import { bytesOfContext, shareThreads } from './create-embedders.js'

describe('shareThreads', () => {
  it.each([
    { threads: 1, most: 8, contexts: 1, threadsOfEach: 1 },
    { threads: 2, most: 8, contexts: 2, threadsOfEach: 1 },
    { threads: 4, most: 4, contexts: 4, threadsOfEach: 1 },
    { threads: 2, most: 1, contexts: 1, threadsOfEach: 1 },
    { threads: 8, most: 1, contexts: 1, threadsOfEach: 4 },
    { threads: 8, most: 3, contexts: 3, threadsOfEach: 1 },
    { threads: 2, most: 0, contexts: 1, threadsOfEach: 1 },
  ])('makes $contexts of $threads threads where memory allows $most', ({ threads, most, ...expected }) => {
    expect(shareThreads(threads, most)).toEqual(expected)
  })
})

describe('bytesOfContext', () => {
  it('grows with the logits that are reserved', () => {
    expect(bytesOfContext(30_522, 512)).toBe(20_000_000 + 30_522 * 512 * 4)
  })
})
