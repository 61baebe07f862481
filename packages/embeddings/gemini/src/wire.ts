import { unitVector } from '@recallite/embeddings'
import { readVector, type ReadVector } from '@recallite/embeddings/http'

/** The value at a path in parsed JSON; undefined if the path does not exist. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** A vector of an answer, scaled to length 1: vectors that the model shortens have other lengths. */
export function readUnitVector(values: unknown, dimensions: number): ReadVector {
  const read = readVector(values, dimensions)
  return 'vector' in read ? { vector: unitVector(read.vector) } : read
}
