/** Collects the ids with the highest estimates, as many as wanted. */
export interface BestEstimates {
  /** Takes the estimates of the ids from `first` on; NaN is none. */
  add(estimates: Float32Array, first: number): void
  /** The ids, in no order. */
  ids(): number[]
}

/** How many times as many are collected before the lowest are dropped. */
const room = 4

/** Makes a collection of `wanted` ids. */
export function bestEstimates(wanted: number): BestEstimates {
  let best: { id: number; estimate: number }[] = []
  let least = -Infinity

  function drop(): void {
    if (best.length <= wanted) return
    best = best.toSorted((a, b) => b.estimate - a.estimate).slice(0, wanted)
    least = best.at(-1)?.estimate ?? least
  }

  return {
    add(estimates, first) {
      for (let place = 0; place < estimates.length; place += 1) {
        const estimate = estimates[place] ?? Number.NaN
        if (!(estimate > least)) continue
        best.push({ id: first + place, estimate })
        if (best.length >= room * wanted) drop()
      }
    },
    ids() {
      drop()
      return best.map(({ id }) => id)
    },
  }
}
