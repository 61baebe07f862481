/**
 * The vector at length 1, computed in double precision: v / √(Σ vᵢ²). One that is all zero stays so.
 */
export function unitVector(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}
