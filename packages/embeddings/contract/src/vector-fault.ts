/**
 * Why a vector cannot be compared with others of its space, as words that follow "answered with", or undefined for a
 * good one. Anything may be passed in: it comes from a wire.
 */
export function vectorFault(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return 'something that is not a Float32Array'
  if (vector.length !== dimensions) return `a vector of ${vector.length} instead of ${dimensions} numbers`
  if (!vector.every(Number.isFinite)) return 'a vector that is not finite'
  if (vector.every((value) => value === 0)) return 'a vector that is all zero'
  return undefined
}
