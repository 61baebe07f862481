import { FusionError } from './errors.js'
import { nearestName } from './nearest-name.js'
import { convex } from './strategies/convex.js'
import { openclaw20262 } from './strategies/openclaw-2026.2.js'
import { rrf } from './strategies/rrf.js'
import { weighted } from './strategies/weighted.js'
import type { FusionStrategy } from './strategy.js'

/** A strategy with its description and default weights. */
export interface StrategyEntry {
  readonly strategy: FusionStrategy
  /** One line, for help texts. */
  readonly description: string
  /** The weights of the two retrievers unless the caller sets others. */
  readonly defaultWeights: Readonly<Record<'vector' | 'keyword', number>>
}

/** Every strategy by name, the recommended one first. */
export const strategyTable = {
  convex: {
    strategy: convex,
    description: 'Weighted mean of scores, scaled from their theoretical minimum to the best one (TM2C2).',
    // The α of the paper.
    defaultWeights: { vector: 0.8, keyword: 0.2 },
  },
  weighted: {
    strategy: weighted,
    description: 'Weighted mean of the raw cosine and the reciprocal keyword rank.',
    defaultWeights: { vector: 0.7, keyword: 0.3 },
  },
  rrf: {
    strategy: rrf,
    description: 'Weighted reciprocal rank fusion: looks at ranks only.',
    defaultWeights: { vector: 1, keyword: 1 },
  },
  'openclaw-2026.2': {
    strategy: openclaw20262,
    description: 'The formula of OpenClaw 2026.2 with its faults, to compare with.',
    defaultWeights: { vector: 0.7, keyword: 0.3 },
  },
} as const satisfies Readonly<Record<string, StrategyEntry>>

/** The names of the strategies; each is a file in `strategies/`. */
export type StrategyName = keyof typeof strategyTable

/** The default strategy. */
export const defaultStrategyName: StrategyName = 'convex'

/** Every name in the table, the recommended one first. */
export function strategyNames(): StrategyName[] {
  return Object.keys(strategyTable).filter(isStrategyName)
}

/** Whether the table has this name; case-sensitive. */
export function isStrategyName(name: string): name is StrategyName {
  return Object.hasOwn(strategyTable, name)
}

/**
 * The entry of this name.
 * @throws FusionError FUSION_UNKNOWN_STRATEGY with the nearest and all known names
 */
export function findStrategy(name: string): StrategyEntry {
  if (isStrategyName(name)) return strategyTable[name]
  const nearest = nearestName(name, strategyNames())
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new FusionError(
    'FUSION_UNKNOWN_STRATEGY',
    `No fusion strategy is called "${name}".${hint} Known are: ${strategyNames().join(', ')}.`,
  )
}
