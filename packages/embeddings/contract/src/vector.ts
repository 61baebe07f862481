/**
 * The vector at length 1, computed in double precision: v / √(Σ vᵢ²). One that is all zero stays so.
 */
export function unitVector(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

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
