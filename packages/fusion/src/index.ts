export {
  fuse,
  type ListEntry,
  type StrategyParts,
  type Weigher,
  type Weighting,
  byScoreThenId,
} from './fuse.js'
export { type Normalizer, normalizers } from './normalizers.js'
export { defaultFusionOptions, FusionError, type FusionErrorCode, type FusionSettings } from './options.js'
export { calibrated } from './strategies/averages.js'
export {
  defaultStrategyName,
  findStrategy,
  isStrategyName,
  type StrategyEntry,
  type StrategyName,
  strategyNames,
  strategyTable,
} from './strategy-table.js'
export { normalizationNames } from './strategy.js'
export type {
  RankedItem,
  RankedList,
  Contribution,
  Fused,
  FusionOptions,
  FusionStrategy,
  Normalization,
  ScoreScale,
} from './strategy.js'
