/**
 * Reproducible vectors around topics, like those of texts.
 * @param count the number of vectors, which belong to sixty topics in turn
 */
export function topicVectors(count: number, dimensions: number): Float32Array[] {
  const random = randomNumbers(1)
  const anyVector = () => Float32Array.from({ length: dimensions }, random)
  const topics = Array.from({ length: 60 }, anyVector)
  return Array.from({ length: count }, (_, number) =>
    anyVector().map((value, index) => value + (topics[number % topics.length]?.[index] ?? 0)),
  )
}

/** The cosine, by its definition. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  const product = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
  return product / Math.hypot(...a) / Math.hypot(...b)
}

/** Numbers from -0.5 to 0.5 by a linear congruential generator. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5
}
