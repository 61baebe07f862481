import { controls, usualStrategies } from '../strategy/strategy-table.js'
import type { Strategy } from '../strategy/strategy.js'

/** The strategy of ours that has this name; undefined for those of other programs. */
export function knownStrategy(name: string): Strategy | undefined {
  return [...usualStrategies, ...controls].find((strategy) => strategy.name === name)
}
