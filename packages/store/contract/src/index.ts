export {
  scoreByNearest,
  toWordCandidates,
  type Candidate,
  type ChunkTerms,
  type ScoredChunk,
  type VectorRequest,
  type VectorScore,
  type Vocabulary,
  type WordCandidates,
  type WordRanking,
  type WordRequest,
} from './candidates.js'
export { confineStore, isWithin } from './confine-store.js'
export {
  documentOf,
  itemOf,
  rootOf,
  unknownRoot,
  type ChunkRow,
  type ChunkWords,
  type DocumentAddress,
  type DocumentChanges,
  type DocumentMark,
  type DocumentRow,
  type DocumentVersion,
  type EmbeddingInput,
  type DamagedItem,
  type FoundItems,
  type IndexWord,
  type Item,
  type KeptRoot,
  type Locator,
  type NewChunk,
  type NewDocument,
  type Root,
  type Span,
  type StoredDocument,
} from './document.js'
export { StoreError, type StoreErrorCode } from './errors.js'
export { compileFilter, type FilterDialect, type MemoryTest } from './search-filter/compile-filter.js'
export {
  fieldsOf,
  foldLine,
  readFieldValue,
  type Field,
  type FieldValue,
} from './search-filter/field-value.js'
export { formField, formKey } from './search-filter/field-value.js'
export { createPathMatcher, maximumGlobLength } from './search-filter/path-matcher.js'
export {
  allOf,
  conditionsIn,
  maximumConditions,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from './search-filter/search-filter.js'
export {
  maintenanceOf,
  type BackupOptions,
  type Capability,
  type LockOptions,
  type Maintenance,
  type SpaceStatus,
  type StoreLock,
  type StoreStatus,
  type VerifyOptions,
} from './maintenance.js'
export { alternativesOf, assertQueryDepth, isCovered, maximumQueryDepth } from './query-matches.js'
export type {
  CompleteStore,
  Notes,
  Store,
  StoreCapabilities,
  StoreThread,
  ThreadContext,
  ThreadFunction,
  ThreadTask,
  ThreadTaskOptions,
  VersionPage,
  WriteOptions,
} from './store.js'
export { findDifference, readFacts, type TextFacts } from './text-facts.js'
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
