import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packBatches } from './pack-batches.js'

const countTokens = (text: string) => text.length

const inputs = {
  texts: fc.array(fc.string({ maxLength: 30 }), { maxLength: 60 }),
  maxItems: fc.integer({ min: 1, max: 10 }),
  maxTokens: fc.integer({ min: 1, max: 50 }),
}

function tokensOf(batch: readonly string[]): number {
  return batch.reduce((sum, text) => sum + countTokens(text), 0)
}

describe('packBatches', () => {
  it('fills a batch until the next text would not fit', () => {
    const texts = ['aaaa', 'bbb', 'ccc', 'd', 'e', 'f', 'g']
    expect(packBatches(texts, { maxItems: 3, maxTokens: 7, countTokens })).toEqual([
      ['aaaa', 'bbb'],
      ['ccc', 'd', 'e'],
      ['f', 'g'],
    ])
  })

  it('puts a text above the token limit into a separate batch', () => {
    expect(packBatches(['a', 'bbbbbbbb', 'c'], { maxItems: 9, maxTokens: 5, countTokens })).toEqual([
      ['a'],
      ['bbbbbbbb'],
      ['c'],
    ])
  })
})

describe('packBatches on any texts', () => {
  it('retains each once and in order, within both limits, in batches that are as full as possible', () => {
    fc.assert(
      fc.property(fc.record(inputs), ({ texts, maxItems, maxTokens }) => {
        const batches = packBatches(texts, { maxItems, maxTokens, countTokens })
        expect(batches.flat()).toEqual(texts)
        for (const [position, batch] of batches.entries()) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(maxItems)
          expect(batch.length === 1 || tokensOf(batch) <= maxTokens).toBe(true)
          const [next] = batches[position + 1] ?? []
          const hasRoom = batch.length < maxItems && tokensOf(batch) + countTokens(next ?? '') <= maxTokens
          expect(next !== undefined && hasRoom).toBe(false)
        }
      }),
    )
  })

  it('counts each text once', () => {
    const counted: string[] = []
    const texts = ['a', 'b', 'c']
    packBatches(texts, { maxItems: 1, maxTokens: 1, countTokens: (text) => counted.push(text) })
    expect(counted).toEqual(texts)
  })
})
