export { FusionError, type FusionErrorCode } from './errors.js'
export { type Weighting, fuse, type StrategyParts, byScoreThenId } from './fuse.js'
export { nearestName } from './nearest-name.js'
export { type Normalizer, normalizers } from './normalizers.js'
export { defaultFusionOptions, type FusionSettings } from './options.js'
export { convex } from './strategies/convex.js'
export { openclaw20262 } from './strategies/openclaw-2026.2.js'
export { rrf } from './strategies/rrf.js'
export { weighted } from './strategies/weighted.js'
export {
  defaultStrategyName,
  findStrategy,
  isStrategyName,
  type StrategyEntry,
  type StrategyName,
  strategyNames,
  strategyTable,
} from './strategy-table.js'
export type {
  RankedItem,
  RankedList,
  Contribution,
  Fused,
  FusionOptions,
  FusionStrategy,
  MissingRule,
  Normalization,
} from './strategy.js'
