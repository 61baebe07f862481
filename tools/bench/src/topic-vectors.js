import { createRandom } from './random.js'

const topics = 500

/**
 * Vectors around topics, as those of texts are, but synthetic.
 * @param {number} count
 * @param {{ dimensions: number, perTopic: number, seed: number }} how `perTopic`: so many in a row have one topic
 * @returns {Float32Array[]}
 */
export function makeTopicVectors(count, { dimensions, perTopic, seed }) {
  const random = createRandom(seed)
  const anyVector = () => Float32Array.from({ length: dimensions }, () => random.next() - 0.5)
  const centres = Array.from({ length: topics }, anyVector)
  return Array.from({ length: count }, (_, number) => {
    const centre = centres[Math.floor(number / perTopic) % topics]
    return anyVector().map((value, index) => value + (centre?.[index] ?? 0))
  })
}

/**
 * A vector as near to this one as the vectors of a topic are to each other.
 * @param {Float32Array} vector
 * @param {import('./random.js').Random} random
 */
export function vectorNear(vector, random) {
  return vector.map((value) => value + random.next() - 0.5)
}
