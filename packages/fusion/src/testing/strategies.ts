import { strategyNames, strategyTable } from '../strategy-table.js'
import type { FusionStrategy } from '../strategy.js'

/** Every strategy of the table with its name, for tables of tests. */
export const strategies: { readonly name: string; readonly strategy: FusionStrategy }[] = strategyNames().map(
  (name) => ({ name, strategy: strategyTable[name].strategy }),
)
