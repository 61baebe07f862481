import { vectorFault } from '../vector-fault.js'

/** A vector as it came, or why it is none, as words that follow "answered with". */
export type ReadVector = { readonly vector: Float32Array } | { readonly fault: string }

/**
 * Makes a vector of what stands for one in parsed JSON. Nothing is converted: a typed array would make 0 of null, a
 * number of "1", and infinity of what is too large for it.
 */
export function readVector(wire: unknown, dimensions: number): ReadVector {
  if (typeof wire === 'string') return { fault: 'text in place of a vector' }
  if (!Array.isArray(wire)) return { fault: 'no vector' }
  if (!wire.every((value) => typeof value === 'number'))
    return { fault: 'a vector that holds more than numbers' }
  const vector = Float32Array.from(wire)
  const fault = vectorFault(vector, dimensions)
  return fault === undefined ? { vector } : { fault }
}
