/** Keeps the keys of the highest scores of those that are added, in a binary heap with the lowest one first. */
export function createTopScores(most: number) {
  const scores = new Float64Array(most)
  const keys = new Float64Array(most)
  let length = 0

  function put(at: number, score: number, key: number): void {
    scores[at] = score
    keys[at] = key
  }

  function sink(score: number, key: number): void {
    let at = 0
    for (let child = 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && (scores[child + 1] ?? 0) < (scores[child] ?? 0)) child += 1
      if ((scores[child] ?? 0) >= score) break
      put(at, scores[child] ?? 0, keys[child] ?? 0)
      at = child
    }
    put(at, score, key)
  }

  function rise(score: number, key: number): void {
    let at = length
    length += 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((scores[parent] ?? 0) <= score) break
      put(at, scores[parent] ?? 0, keys[parent] ?? 0)
      at = parent
    }
    put(at, score, key)
  }

  return {
    /** Keeps the key if its score is above the lowest of those that are kept, or while fewer than wanted are kept. */
    add(score: number, key: number): void {
      if (length < most) rise(score, key)
      else if (score > (scores[0] ?? 0)) sink(score, key)
    },
    /** The lowest of the highest scores; −Infinity while there are fewer than wanted. */
    least: (): number => (length < most ? -Infinity : (scores[0] ?? -Infinity)),
    /** In no order. */
    keys: (): number[] => [...keys.subarray(0, length)],
  }
}
