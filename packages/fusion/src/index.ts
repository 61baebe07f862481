export type { Weighting } from './combine.js'
export { defaultFusionOptions, type FusionSettings } from './default-options.js'
export { FusionError, type FusionErrorCode } from './errors.js'
export { fuse, type Recipe } from './fuse.js'
export { nearestName } from './nearest-name.js'
export type { Normalizer } from './normalize/normalizer.js'
export { normalizers } from './normalize/normalizers.js'
export { byScoreThenId, type ScoredId } from './order.js'
export type { RankedItem, RankedList } from './ranked-list.js'
export { convex } from './strategies/convex.js'
export { openclaw20262 } from './strategies/openclaw-2026.2.js'
export { rrf } from './strategies/rrf.js'
export { weighted } from './strategies/weighted.js'
export type {
  Contribution,
  Fused,
  FusionOptions,
  FusionStrategy,
  MissingRule,
  Normalization,
} from './strategy.js'
export {
  defaultStrategyName,
  findStrategy,
  isStrategyName,
  type StrategyEntry,
  type StrategyName,
  strategyNames,
  strategyTable,
} from './strategy-table.js'
