export { createMemory } from './create-memory.js'
export type { IndexOptions, Memory, MemoryOptions, SearchReport } from './create-memory.js'
export type { Upload } from './embedding/fill/fill-space.js'
export type { UnembeddedText } from './embedding/fill/fill-run.js'
export type { Pending, PendingAmount } from './embedding/fill/measure-pending.js'
export { linkTo, nameOf, type EmbeddingLink, type OpenModel } from './embedding/link.js'
export { MemoryError, type MemoryErrorCode } from './errors.js'
export type { Passage } from './get/get.js'
export type {
  Respelling,
  RetrieverName,
  RetrieverState,
  SearchAnswer,
  SearchResult,
  SearchTimings,
} from './search/answer.js'
export { mostCandidates, searchDefaults } from './search/search-defaults.js'
export type { MinScoreOn, SearchOptions } from './search/search-options.js'
export type { MemoryStatus } from './status.js'
export type { IndexPlan, PlannedLink } from './sync/plan-index.js'
export type { IndexReport, SkippedDocument } from './sync/index-roots.js'
export { defaultChunking, type Chunking } from './sync/recipe.js'
export { isPassedOver, isTextName, sizeReason } from './sync/scan-root.js'
export type { SyncProgress } from './sync/sync-root.js'
