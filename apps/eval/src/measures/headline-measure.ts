import { hit } from './hit.js'
import type { Measure } from './measure.js'

const preferred = hit(6)

/**
 * The measure that comes first where only one has room: the hit rate among the first 6, which is what people are shown;
 * where that is not among the measures, the deepest hit rate.
 */
export function headlineMeasure(measures: readonly Measure[]): Measure {
  const rates = measures.filter(({ name, depth }) => name === hit(depth).name)
  const deepest = rates.toSorted((a, b) => b.depth - a.depth)[0]
  return rates.find(({ depth }) => depth === preferred.depth) ?? deepest ?? preferred
}
