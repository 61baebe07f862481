import { unitVector } from '@recallite/embeddings'
import { readVector, type ReadVector } from '@recallite/embeddings/http'

/** What stands at a path in parsed JSON; undefined where the path ends early. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

/** The vector of an answer, at length 1 as search wants it: vectors that the model shortened come longer or shorter. */
export function readUnitVector(values: unknown, dimensions: number): ReadVector {
  const read = readVector(values, dimensions)
  return 'vector' in read ? { vector: unitVector(read.vector) } : read
}
