interface Block {
  /** Where its labels are, first to last. */
  readonly indices: readonly number[]
  /** Mean of its labels' centres, each less the gaps before it. */
  readonly mean: number
}

function merge(left: Block, right: Block): Block {
  const [a, b] = [left.indices.length, right.indices.length]
  return {
    indices: [...left.indices, ...right.indices],
    mean: (left.mean * a + right.mean * b) / (a + b),
  }
}

/** Pools neighbours that would overlap until none do: isotonic regression, Ayer et al. 1955. */
function pool(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = []
  for (const block of blocks) {
    let last = block
    for (let before = pooled.at(-1); before && before.mean > last.mean; before = pooled.at(-1)) {
      pooled.pop()
      last = merge(before, last)
    }
    pooled.push(last)
  }
  return pooled
}

/**
 * Moves labels apart: centres keep their order, are at least `gap` apart and lie between 0 and `length`, as near to where
 * they were (in squares) as that allows. Where there is no room for the gaps, they are smaller.
 */
export function spreadLabels(
  centres: readonly number[],
  { gap, length }: { gap: number; length: number },
): number[] {
  const step = Math.min(gap, length / Math.max(1, centres.length - 1))
  const order = [...centres.keys()].toSorted((a, b) => (centres[a] ?? 0) - (centres[b] ?? 0) || a - b)
  const blocks = order.map((index, before) => ({
    indices: [index],
    mean: (centres[index] ?? 0) - before * step,
  }))
  const highest = length - Math.max(0, centres.length - 1) * step
  const starts = pool(blocks).flatMap(({ indices, mean }) =>
    indices.map(() => Math.min(highest, Math.max(0, mean))),
  )
  const placed = Array.from({ length: centres.length }, () => 0)
  for (const [before, index] of order.entries()) placed[index] = (starts[before] ?? 0) + before * step
  return placed
}
