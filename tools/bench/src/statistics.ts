import type { MeasuredFigure } from './benchmark.ts'

/** The median; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)] ?? Number.NaN
  return Number.isInteger(half) ? ((sorted[half - 1] ?? Number.NaN) + upper) / 2 : upper
}

/** A percentile, `share` from 0 to 1: the smallest value that this share of all values does not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export interface Summary {
  readonly medians: Record<string, number>
  /** The subject's median ÷ that of the side in the bound. NaN without a bound. */
  readonly ratio: number
  /** The maximum for the subject. Infinity without a bound. */
  readonly limit: number
  readonly isWithin: boolean
}

/** @param sides the subject first */
export function summarise(
  { bound, rows }: Pick<MeasuredFigure, 'bound' | 'rows'>,
  sides: readonly string[],
): Summary {
  const medians = Object.fromEntries(
    sides.flatMap((side) => {
      const values = rows.flatMap((row) => row[side] ?? [])
      return values.length > 0 ? [[side, median(values)]] : []
    }),
  )
  const subject = medians[sides[0] ?? ''] ?? Number.NaN
  const { of = 'baseline', factor = 0, extra = Infinity } = bound ?? {}
  const other = medians[of]
  // The peer of a bound may not be measured.
  const limit = factor === 0 ? extra : factor * (other ?? Infinity) + extra
  return { medians, ratio: subject / (other ?? Number.NaN), limit, isWithin: subject <= limit }
}

/** The milliseconds of the work for each item, sequentially. */
export async function timeEach<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => unknown,
): Promise<number[]> {
  const times = []
  for (const [index, item] of items.entries()) {
    const started = performance.now()
    await work(item, index)
    times.push(performance.now() - started)
  }
  return times
}
