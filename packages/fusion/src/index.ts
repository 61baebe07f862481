export { FusionError, type FusionErrorCode } from './options.js'
export {
  fuse,
  type ListEntry,
  type StrategyParts,
  type Weigher,
  type Weighting,
  byScoreThenId,
} from './fuse.js'
export { type Normalizer, normalizers } from './normalizers.js'
export { defaultFusionOptions, type FusionSettings } from './options.js'
export { calibrated } from './strategies/calibrated.js'
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
