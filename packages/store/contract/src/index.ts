export { inverseDocumentFrequency, phraseFrequency, saturation } from './bm25.js'
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
export { maximumQueryDepth, type KeywordFeature, type KeywordQuery, type KeywordTerm } from './query.js'
export type { Capability, SpaceStatus, StoreStatus } from './status.js'
export type {
  DocumentStore,
  Hit,
  KeptSpace,
  KeywordHit,
  KeywordRequest,
  KeywordScore,
  KeywordScoreRequest,
  PendingText,
  SearchStore,
  SoundChunks,
  Space,
  SpaceChanges,
  Store,
  VectorRequest,
  VectorStore,
  VocabularyStore,
  WriteOptions,
} from './store.js'
