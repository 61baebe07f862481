/**
 * @typedef {object} Nearest
 * @property {readonly string[]} ids of the vectors that are as near as the last of the nearest
 * @property {number} wanted how many the nearest are
 */

/** Two vectors whose cosines differ by less are as near. */
const tolerance = 1e-6

/**
 * Compares all vectors, one after the other.
 * @param {readonly Float32Array[]} vectors of length 1; their ids are their numbers
 * @param {Float32Array} query of length 1
 * @param {number} limit
 * @returns {Nearest}
 */
export function nearestExactly(vectors, query, limit) {
  const cosines = Float64Array.from(vectors, (vector) => dot(vector, query))
  const wanted = Math.min(limit, cosines.length)
  const least = (cosines.toSorted((a, b) => b - a)[wanted - 1] ?? 1) - tolerance
  const ids = [...cosines.entries()].filter(([, cosine]) => cosine >= least).map(([place]) => `${place}`)
  return { ids, wanted }
}

/**
 * The share of the nearest that were found.
 * @param {readonly (readonly string[])[]} found a list for each query
 * @param {readonly Nearest[]} exact
 */
export function recallOf(found, exact) {
  const wanted = exact.reduce((sum, one) => sum + one.wanted, 0)
  const hits = exact.map(({ ids, wanted: most }, place) => {
    const distinct = new Set(found[place])
    return Math.min(most, ids.filter((id) => distinct.has(id)).length)
  })
  return hits.reduce((sum, count) => sum + count, 0) / wanted
}

/** A vector of length 1. @param {Float32Array} vector */
export function unit(vector) {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

/** @param {Float32Array} a @param {Float32Array} b */
function dot(a, b) {
  let sum = 0
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0)
  return sum
}
