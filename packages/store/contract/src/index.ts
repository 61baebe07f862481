export type {
  Candidate,
  ChunkTerms,
  CollectionCounts,
  CountRequest,
  VectorRequest,
  VectorScore,
  Vocabulary,
  WordCandidates,
  WordRanking,
  WordRequest,
} from './candidates.js'
export { scoreByNearest } from './candidates.js'
export { confineStore, isWithin } from './confine-store.js'
export type {
  ChunkWords,
  DocumentAddress,
  DocumentChanges,
  DocumentMark,
  DocumentVersion,
  EmbeddingInput,
  DamagedItem,
  FoundItems,
  IndexWord,
  Item,
  Locator,
  NewChunk,
  NewDocument,
  Root,
  Span,
  StoredDocument,
} from './document.js'
export { StoreError, type StoreErrorCode } from './errors.js'
export { compileFilter, type FilterDialect, type MemoryTest } from './filter/compile-filter.js'
export { fieldsOf, readFieldValue, type Field, type FieldValue } from './filter/field-value.js'
export { foldLine } from './filter/fold-text.js'
export { createPathMatcher, maximumGlobLength } from './filter/path-matcher.js'
export {
  allOf,
  conditionsIn,
  maximumConditions,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from './filter/search-filter.js'
export {
  maintenanceOf,
  type BackupOptions,
  type LockOptions,
  type Maintenance,
  type StoreDamage,
  type StoreLock,
  type StorePart,
  type VerifyOptions,
} from './maintenance.js'
export {
  maximumQueryDepth,
  type KeywordQuery,
  type LeafQuery,
  type RankedFeature,
  type RankedTerm,
} from './query.js'
export {
  alternativesOf,
  assertQueryDepth,
  evenTerms,
  isCovered,
  toWordCandidates,
  type ListedQuery,
  type ScoredChunk,
} from './word-matches.js'
export type { Capability, SpaceStatus, StoreStatus } from './status.js'
export type { Notes, Store, StoreCapabilities, ThreadFunction, VersionPage, WriteOptions } from './store.js'
export type { StoreThread, ThreadContext, ThreadTask, ThreadTaskOptions } from './thread.js'
export {
  assertVector,
  unitVector,
  unknownSpace,
  type InputPart,
  type KeptSpace,
  type KeyPage,
  type NewVector,
  type PendingPage,
  type PendingText,
  type SampledVector,
  type Space,
  type SpaceChanges,
  type VectorPage,
} from './vector-space.js'
