import { findStrategy, type StrategyName, strategyNames } from '../strategy-table.js'

/** Every strategy of the table with its name, for tables of tests. */
export const strategies = await Promise.all(
  strategyNames().map(async (name) => ({ name, strategy: await findStrategy(name).load() })),
)

/** The strategies whose score is no sum of what each list gives by itself: the contributions divide it afterwards. */
export const dividedStrategies: ReadonlySet<StrategyName> = new Set([
  'comb-max',
  'comb-min',
  'comb-med',
  'geometric-mean',
  'harmonic-mean',
  'log-odds-conjunction',
  'condorcet',
])
