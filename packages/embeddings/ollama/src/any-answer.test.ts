import { type HostedNetwork, vectorsOfAnswer } from '@recallite/embeddings/conformance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOllamaEmbeddings } from './create-ollama-embeddings.js'

const plain = fc.double({ min: -2, max: 2 })
const number = fc.oneof({ weight: 9, arbitrary: plain }, fc.double(), fc.constantFrom(0, 1e39, 1e-300))
const odd = fc.jsonValue({ maxDepth: 2 })
const vector = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number) },
  fc.array(number, { maxLength: 3 }),
  odd,
)
const list = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(vector, vector) },
  fc.array(vector, { maxLength: 3 }),
  odd,
)
const answer = fc.oneof({ weight: 4, arbitrary: fc.record({ embeddings: list }) }, odd)
const body = fc.oneof({ weight: 8, arbitrary: answer.map((value) => JSON.stringify(value)) }, fc.string())
const create = (network: HostedNetwork) => createOllamaEmbeddings({ ...network, dimensions: 2 })

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
