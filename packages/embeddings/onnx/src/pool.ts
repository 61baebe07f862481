import { unitVector } from '@recallite/embeddings'
import type { Pooling } from './choose-pooling.js'

/**
 * One vector of length 1 from those of the tokens, which follow each other in `states`. All tokens count: texts are run
 * one at a time, so none of them is padding. A vector that is all zero stays so.
 */
export function pool(states: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  return unitVector(pooling === 'cls' ? states.slice(0, dimensions) : sumOfTokens(states, dimensions))
}

/** The direction of the mean; its length is normalised away. Summed in double precision. */
function sumOfTokens(states: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions)
  for (const [position, value] of states.entries()) {
    const slot = position % dimensions
    sum[slot] = (sum[slot] ?? 0) + value
  }
  return sum
}
