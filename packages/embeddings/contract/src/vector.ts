/** The vector scaled to length 1 in double precision: v / √(Σ vᵢ²). Zero vectors stay zero. */
export function unitVector(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

/** Why a vector is unusable, in words that follow "answered with"; undefined for a good one. Accepts any value. */
export function vectorFault(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return 'something that is not a Float32Array'
  if (vector.length !== dimensions) return `a vector of ${vector.length} instead of ${dimensions} numbers`
  if (!vector.every(Number.isFinite)) return 'a vector that is not finite'
  if (vector.every((value) => value === 0)) return 'a vector that is all zero'
  return undefined
}
