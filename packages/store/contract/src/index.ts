export type {
  BackupOptions,
  CareStore,
  LockOptions,
  StoreDamage,
  StoreLock,
  StorePart,
  VerifyOptions,
} from './care.js'
export { confineStore, isWithin } from './confine-store.js'
export type {
  ChunkWords,
  DocumentAddress,
  EmbeddingInput,
  IndexWord,
  NewChunk,
  Root,
  Span,
  StoredChunk,
  StoredDocument,
} from './document.js'
export { fieldsOf, readFieldValue, type Field, type FieldValue } from './filter/field-value.js'
export { foldLine } from './filter/fold-text.js'
export { createPathMatcher, maximumGlobLength } from './filter/path-matcher.js'
export {
  maximumConditions,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from './filter/search-filter.js'
export { StoreError, type StoreErrorCode } from './errors.js'
export type { NearContext, NearFunction, NearOptions, NearTask } from './near.js'
export { maximumQueryDepth, type KeywordQuery } from './query.js'
export type { Capability, SpaceStatus, StoreStatus } from './status.js'
export type {
  ChunkTerms,
  CollectionCounts,
  CountRequest,
  DocumentStore,
  FoundChunks,
  Hit,
  KeptSpace,
  PendingText,
  SearchStore,
  Space,
  SpaceChanges,
  Store,
  VectorRequest,
  VectorStore,
  VocabularyStore,
  WordRequest,
  WriteOptions,
} from './store.js'
