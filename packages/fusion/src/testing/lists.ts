import { strategyNames, strategyTable } from '../strategy-table.js'
import type { Fused, RankedList, ScoreScale } from '../strategy.js'

interface ListParts {
  readonly weight?: number
  readonly minimum?: number
  readonly scale?: ScoreScale
  /** Scores of items that the list did not find. */
  readonly completed?: Readonly<Record<string, number>>
}

/** A list that found these items, in the given order, with these scores. */
export function listOf(
  source: string,
  found: Readonly<Record<string, number>>,
  parts: ListParts = {},
): RankedList {
  const { weight = 1, minimum, scale, completed = {} } = parts
  return deepFreeze({
    source,
    weight,
    minimum,
    scale,
    items: [
      ...Object.entries(found).map(([id, score], index) => ({ id, score, foundRank: index + 1 })),
      ...Object.entries(completed).map(([id, score]) => ({ id, score, foundRank: null })),
    ],
  })
}

export function scoreOf(fused: readonly Fused[], id: string): number | undefined {
  return fused.find((item) => item.id === id)?.score
}

/** Freezes a value deeply, so that a strategy that changes its input throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach((part) => deepFreeze(part))
    Object.freeze(value)
  }
  return value
}

export const strategies = strategyNames().map((name) => ({ name, strategy: strategyTable[name].strategy }))
