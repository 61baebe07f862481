import { FusionError } from './options.js'
import {
  arithmeticMean,
  calibrated,
  combMnz,
  combSum,
  convex,
  dbsf,
  openclaw20262,
  relativeScore,
  weighted,
} from './strategies/averages.js'
import { logOddsConjunction } from './strategies/log-odds-conjunction.js'
import { rrf, rrfCompressed } from './strategies/rrf.js'
import type { FusionStrategy, Normalization } from './strategy.js'

/** A strategy with its default weights. */
export interface StrategyEntry {
  readonly defaultWeights: Readonly<Record<'vector' | 'keyword', number>>
  /** The default normalisation of keyword scores; undefined if the strategy does not read `normalization`. */
  readonly normalization?: Normalization
  readonly strategy: FusionStrategy
}

const equal = { vector: 1, keyword: 1 }
const openclawWeights = { vector: 0.7, keyword: 0.3 }

const table = {
  // The weights are measured: see `decisions/fusion.md`.
  calibrated: { strategy: calibrated, defaultWeights: { vector: 0.64, keyword: 0.36 } },
  // The α of the paper.
  convex: { strategy: convex, defaultWeights: { vector: 0.8, keyword: 0.2 } },
  weighted: { strategy: weighted, defaultWeights: openclawWeights, normalization: 'position' },
  rrf: { strategy: rrf, defaultWeights: equal },
  'openclaw-2026.2': {
    strategy: openclaw20262,
    defaultWeights: openclawWeights,
    normalization: 'openclaw-rank',
  },
  'rrf-compressed': { strategy: rrfCompressed, defaultWeights: equal },
  // The α of Weaviate.
  'relative-score': {
    strategy: relativeScore,
    defaultWeights: { vector: 0.75, keyword: 0.25 },
    normalization: 'min-max',
  },
  dbsf: { strategy: dbsf, defaultWeights: equal, normalization: 'dbsf' },
  'log-odds-conjunction': { strategy: logOddsConjunction, defaultWeights: equal },
  'arithmetic-mean': { strategy: arithmeticMean, defaultWeights: equal, normalization: 'min-max' },
  'comb-sum': { strategy: combSum, defaultWeights: equal, normalization: 'min-max' },
  'comb-mnz': { strategy: combMnz, defaultWeights: equal, normalization: 'min-max' },
} satisfies Readonly<Record<string, StrategyEntry>>

/** The name of a strategy. */
export type StrategyName = keyof typeof table

/** Every strategy by name, the recommended one first. */
export const strategyTable: Readonly<Record<StrategyName, StrategyEntry>> = table

/** The default strategy. */
export const defaultStrategyName: StrategyName = 'calibrated'

/** Every name in the table, the recommended one first. */
export function strategyNames(): StrategyName[] {
  return Object.keys(strategyTable).filter(isStrategyName)
}

/** Whether the table contains this name; case-sensitive. */
export function isStrategyName(name: string): name is StrategyName {
  return Object.hasOwn(strategyTable, name)
}

/**
 * The entry of this name.
 * @throws FusionError FUSION_UNKNOWN_STRATEGY, which lists the valid names
 */
export function findStrategy(name: string): StrategyEntry {
  if (isStrategyName(name)) return strategyTable[name]
  const names = strategyNames().join(', ')
  throw new FusionError(
    'FUSION_UNKNOWN_STRATEGY',
    `There is no fusion strategy "${name}". Choose one of: ${names}.`,
  )
}
