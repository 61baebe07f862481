import { findStrategy, strategyNames } from '../strategy-table.js'

/** Every strategy of the table with its name, for tables of tests. */
export const strategies = await Promise.all(
  strategyNames().map(async (name) => ({ name, strategy: await findStrategy(name).load() })),
)
