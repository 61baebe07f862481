import { unitVector } from '@recallite/embeddings'
import { readVector, type ReadVector } from '@recallite/embeddings/http'

/** The vector of an answer, at length 1 as search wants it: vectors that the model shortened come longer or shorter. */
export function readUnitVector(values: unknown, dimensions: number): ReadVector {
  const read = readVector(values, dimensions)
  return 'vector' in read ? { vector: unitVector(read.vector) } : read
}
