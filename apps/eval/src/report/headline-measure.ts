import type { Row } from '../summary/row.js'

/** The measure that a report puts first. */
export interface HeadlineMeasure {
  readonly name: string
  /** How many places it looks at. */
  readonly depth: number
}

const preferredDepth = 6

function hitDepths(rows: readonly Row[]): number[] {
  const names = new Set(rows.flatMap(({ measures }) => Object.keys(measures)))
  return [...names].flatMap((name) => {
    const depth = /^hit@(\d+)$/.exec(name)?.[1]
    return depth === undefined ? [] : [Number(depth)]
  })
}

/** The hit rate among the first 6, which is what people are shown; where that was not measured, the deepest hit rate. */
export function headlineMeasure(rows: readonly Row[]): HeadlineMeasure {
  const depths = hitDepths(rows)
  const depth = depths.length === 0 || depths.includes(preferredDepth) ? preferredDepth : Math.max(...depths)
  return { name: `hit@${depth}`, depth }
}
