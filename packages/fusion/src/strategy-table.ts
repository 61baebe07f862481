import { FusionError } from './errors.js'
import { nearestName } from './nearest-name.js'
import { calibrated } from './strategies/calibrated.js'
import type { FusionStrategy, Normalization } from './strategy.js'

/** A strategy with its description and default weights. */
export interface StrategyEntry {
  /** One line, for help texts. */
  readonly description: string
  /** The weights of the two retrievers unless the caller sets others. */
  readonly defaultWeights: Readonly<Record<'vector' | 'keyword', number>>
  /** How it normalises keyword scores unless the caller names a normalisation; left out if it takes none. */
  readonly normalization?: Normalization
  /** Loads the strategy: a search needs only one. */
  readonly load: () => Promise<FusionStrategy>
}

const equal = { vector: 1, keyword: 1 }
const openclawWeights = { vector: 0.7, keyword: 0.3 }

const table = {
  calibrated: {
    description:
      'Weighted mean of scores on the scale of their model or, if that is not known, up to the best one.',
    // Measured: see `decisions/fusion.md`.
    defaultWeights: { vector: 0.64, keyword: 0.36 },
    load: async () => calibrated,
  },
  convex: {
    description: 'Weighted mean of scores, scaled from their theoretical minimum to the best one (TM2C2).',
    // The α of the paper.
    defaultWeights: { vector: 0.8, keyword: 0.2 },
    load: async () => (await import('./strategies/convex.js')).convex,
  },
  weighted: {
    description: 'Weighted mean of the raw cosine and the reciprocal keyword rank.',
    defaultWeights: openclawWeights,
    normalization: 'position',
    load: async () => (await import('./strategies/weighted.js')).weighted,
  },
  rrf: {
    description: 'Weighted reciprocal rank fusion: looks at ranks only.',
    defaultWeights: equal,
    load: async () => (await import('./strategies/rrf.js')).rrf,
  },
  'openclaw-2026.2': {
    description: 'The formula of OpenClaw 2026.2 with its faults, to compare with.',
    defaultWeights: openclawWeights,
    normalization: 'openclaw-rank',
    load: async () => (await import('./strategies/openclaw-2026.2.js')).openclaw20262,
  },
  'rrf-compressed': {
    description: 'Reciprocal rank fusion whose weights compress the ranks, as in Qdrant.',
    defaultWeights: equal,
    load: async () => (await import('./strategies/rrf.js')).rrfCompressed,
  },
  'relative-score': {
    description: 'Weighted mean of scores, scaled from the worst to the best of their list, as in Weaviate.',
    // Its α.
    defaultWeights: { vector: 0.75, keyword: 0.25 },
    normalization: 'min-max',
    load: async () => (await import('./strategies/relative-score.js')).relativeScore,
  },
  dbsf: {
    description: 'Weighted mean of scores, scaled by the mean and deviation of their list.',
    defaultWeights: equal,
    normalization: 'dbsf',
    load: async () => (await import('./strategies/relative-score.js')).dbsf,
  },
  'log-odds-conjunction': {
    description: 'The conjunction of Bayesian BM25: adds the log odds of calibrated probabilities.',
    defaultWeights: equal,
    load: async () => (await import('./strategies/log-odds.js')).logOddsConjunction,
  },
  'arithmetic-mean': {
    description: 'Weighted arithmetic mean of scores, scaled from the worst to the best, as in OpenSearch.',
    defaultWeights: equal,
    normalization: 'min-max',
    load: async () => (await import('./strategies/relative-score.js')).arithmeticMean,
  },
  'comb-sum': {
    description: 'CombSUM: the sum of scores, scaled from the worst to the best of their list.',
    defaultWeights: equal,
    normalization: 'min-max',
    load: async () => (await import('./strategies/comb.js')).combSum,
  },
  'comb-mnz': {
    description: 'CombMNZ: CombSUM times the number of lists that found the item.',
    defaultWeights: equal,
    normalization: 'min-max',
    load: async () => (await import('./strategies/comb.js')).combMnz,
  },
} satisfies Readonly<Record<string, StrategyEntry>>

/** The names of the strategies. */
export type StrategyName = keyof typeof table

/** Every strategy by name, the recommended one first. */
export const strategyTable: Readonly<Record<StrategyName, StrategyEntry>> = table

/** The default strategy. */
export const defaultStrategyName: StrategyName = 'calibrated'

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
