/* Synthetic vectors, models without delay, and the time to read numbers from memory. */
import { assertResult } from './benchmark-error.ts'
import { createRandom, type Random } from '@recallite/test-kit/random'
import type { ModelIdentity, EmbeddingModel } from '@recallite/embeddings'

const topics = 500

export function topicSpace(dimensions: number): ModelIdentity {
  return { provider: 'bench', model: `topics-${dimensions}`, dimensions, promptStyle: 'plain' }
}

/** Synthetic vectors around topics, like those of texts. `perTopic` consecutive vectors share a topic. */
export function makeTopicVectors(
  count: number,
  { dimensions, perTopic = 1, seed }: { dimensions: number; perTopic?: number; seed: number },
): Float32Array[] {
  const random = createRandom(seed)
  const anyVector = () => Float32Array.from({ length: dimensions }, () => random.next() - 0.5)
  const centres = Array.from({ length: topics }, anyVector)
  return Array.from({ length: count }, (_, number) => {
    const centre = centres[Math.floor(number / perTopic) % topics]
    return anyVector().map((value, index) => value + (centre?.[index] ?? 0))
  })
}

/** A vector as near to this one as vectors of the same topic are to each other. */
export function vectorNear(vector: Float32Array, random: Random) {
  return vector.map((value) => value + random.next() - 0.5)
}

/** A model with precomputed vectors by query, to measure a search without the time of a model. */
export function createReadyModel(
  identity: ModelIdentity,
  ready: ReadonlyMap<string, Float32Array>,
): EmbeddingModel {
  return {
    specificationVersion: 'v1',
    identity,
    maxBatchItems: 1,
    maxBatchTokens: 1000,
    embed: async ({ texts }) => texts.map((text) => ready.get(text) ?? new Float32Array()),
    dispose: async () => undefined,
  }
}

const wordDimensions = 384

/** A model without delay: each word of a text counts in one position of its vector. */
export function createWordVectors(): EmbeddingModel {
  return {
    specificationVersion: 'v1',
    identity: { provider: 'bench', model: 'words', dimensions: wordDimensions, promptStyle: 'plain' },
    maxBatchItems: 1000,
    maxBatchTokens: 100_000,
    embed: async ({ texts }) => texts.map(wordVectorOf),
    dispose: async () => undefined,
  }
}

function wordVectorOf(text: string) {
  const vector = new Float32Array(wordDimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = hashOf(word) % wordDimensions
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Milliseconds to read `count` four-byte numbers from memory sequentially. */
export function scanOf(count: number) {
  const numbers = new Float64Array(Math.ceil(count / 8) * 4).fill(1)
  return async () => {
    const started = performance.now()
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let at = 0; at < numbers.length; at += 4) {
      first += numbers[at] ?? 0
      second += numbers[at + 1] ?? 0
      third += numbers[at + 2] ?? 0
      fourth += numbers[at + 3] ?? 0
    }
    const milliseconds = performance.now() - started
    assertResult(first + second + third + fourth === numbers.length, 'The numbers in memory do not add up.')
    return milliseconds
  }
}
