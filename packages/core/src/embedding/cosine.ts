function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let slot = 0; slot < a.length; slot += 1) sum += (a[slot] ?? 0) * (b[slot] ?? 0)
  return sum
}

/** The cosine of the angle between two vectors of one length; NaN where one is all zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
