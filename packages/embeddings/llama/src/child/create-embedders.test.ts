import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfContext, frameOf, frameTokens, shareThreads, type TokenFrame } from './create-embedders.js'

describe('shareThreads', () => {
  it.each([
    { threads: 1, max: 8, contexts: 1, threadsOfEach: 1 },
    { threads: 2, max: 8, contexts: 2, threadsOfEach: 1 },
    { threads: 4, max: 4, contexts: 4, threadsOfEach: 1 },
    { threads: 2, max: 1, contexts: 1, threadsOfEach: 1 },
    { threads: 8, max: 1, contexts: 1, threadsOfEach: 4 },
    { threads: 8, max: 3, contexts: 3, threadsOfEach: 1 },
    { threads: 2, max: 0, contexts: 1, threadsOfEach: 1 },
  ])('shares $threads threads if memory allows $max contexts', ({ threads, max, ...expected }) => {
    expect(shareThreads(threads, max)).toEqual(expected)
  })
})

describe('bytesOfContext', () => {
  it('grows with the reserved logits', () => {
    expect(bytesOfContext(30_522, 512)).toBe(20_000_000 + 30_522 * 512 * 4)
  })
})

const tokens = { bos: 1, eos: 2, sep: 3, shouldPrependBosToken: true, shouldAppendEosToken: true }
const silent = { ...tokens, shouldPrependBosToken: false, shouldAppendEosToken: false }

describe('frameOf', () => {
  it.each<[string, Parameters<typeof frameOf<number>>, TokenFrame<number>]>([
    ['WordPiece, regardless of the file', ['wpm', silent], { begin: [1], end: [3] }],
    ['unigram of e5, whose file requires a start token', ['ugm', tokens], { begin: [1], end: [2] }],
    ['unigram of T5, whose file does not', ['ugm', silent], { begin: [], end: [2] }],
    ['SentencePiece of Gemma', ['spm', tokens], { begin: [1], end: [2] }],
    ['byte pairs without a start token', ['bpe', { ...tokens, bos: null }], { begin: [], end: [2] }],
    ['byte pairs without special tokens', ['bpe', silent], { begin: [], end: [] }],
    [
      'a vocabulary that has no such tokens',
      ['wpm', { ...tokens, bos: null, sep: null }],
      { begin: [], end: [] },
    ],
    ['rwkv', ['rwkv', tokens], { begin: [], end: [] }],
  ])('recognises %s', (_, [vocabulary, special], frame) => {
    expect(frameOf(vocabulary, special)).toEqual(frame)
  })
})

describe('frameTokens', () => {
  const frame = { begin: [-1], end: [-2] }

  it('does not cut a text that fits', () => {
    expect(frameTokens([5, 6, 7], { frame, limit: 5 })).toEqual([-1, 5, 6, 7, -2])
  })

  it('cuts the text but not its frame', () => {
    expect(frameTokens([5, 6, 7], { frame, limit: 4 })).toEqual([-1, 5, 6, -2])
  })

  it('is a beginning of the text within the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 2, max: 50 }), (content, limit) => {
        const framed = frameTokens(content, { frame, limit })
        expect(framed).toHaveLength(Math.min(content.length + 2, limit))
        expect(framed).toEqual([-1, ...content.slice(0, framed.length - 2), -2])
      }),
    )
  })
})
