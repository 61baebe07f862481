import { type HostedNetwork, vectorsOfAnswer } from '@recallite/embeddings/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOpenAIEmbeddings } from './create-openai-embeddings.js'

const plain = fc.double({ min: -2, max: 2 })
const number = fc.oneof({ weight: 9, arbitrary: plain }, fc.double(), fc.constantFrom(0, 1e39, 1e-300))
const odd = fc.jsonValue({ maxDepth: 2 })
const vector = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number) },
  fc.array(number, { maxLength: 3 }),
  odd,
)
const index = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 1) }, odd)
const entry = fc.oneof({ weight: 9, arbitrary: fc.record({ index, embedding: vector }) }, odd)
const data = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(entry, entry) },
  fc.array(entry, { maxLength: 3 }),
  odd,
)
const answer = fc.oneof({ weight: 4, arbitrary: fc.record({ data }) }, odd)
const body = fc.oneof({ weight: 8, arbitrary: answer.map((value) => JSON.stringify(value)) }, fc.string())
const create = (network: HostedNetwork) => createOpenAIEmbeddings({ ...network, dimensions: 2 })

describe('whatever is answered', () => {
  it('becomes good vectors alone, or an error that says so', async () => {
    let good = 0
    const property = fc.asyncProperty(body, async (text) => {
      good += (await vectorsOfAnswer(create, text)).length
    })
    await fc.assert(property, { numRuns: 400 })
    expect(good).toBeGreaterThan(10)
  })
})
