export { scoreByNearest, toWordCandidates } from './candidates.js'
export type { Candidate, ChunkTerms, ScoredChunk, VectorRequest, VectorScore } from './candidates.js'
export type { Vocabulary, WordCandidates, WordRanking, WordRequest } from './candidates.js'
export { confineStore, isWithin } from './confine-store.js'
export { documentOf, itemOf, rootOf, unknownRoot } from './document.js'
export type { ChunkRow, ChunkWords, DocumentAddress, DocumentChanges, DocumentMark } from './document.js'
export type { DocumentRow, DocumentVersion, EmbeddingInput, DamagedItem, FoundItems } from './document.js'
export type { IndexWord, Item, KeptRoot, Locator, NewChunk, NewDocument, Root, Span } from './document.js'
export type { StoredDocument } from './document.js'
export { StoreError, type StoreErrorCode } from './errors.js'
export {
  compileFilter,
  jsonTest,
  type FilterDialect,
  type MemoryTest,
} from './search-filter/compile-filter.js'
export { fieldsOf, foldLine, formField, formKey, readFieldValue } from './search-filter/field-value.js'
export type { Field, FieldValue } from './search-filter/field-value.js'
export { createPathMatcher, maximumGlobLength } from './search-filter/path-matcher.js'
export { allOf, assertConditions, conditionsIn, maximumConditions } from './search-filter/search-filter.js'
export type { FieldTest, SearchCondition, SearchFilter } from './search-filter/search-filter.js'
export { maintenanceOf } from './maintenance.js'
export type { BackupOptions, Capability, LockOptions, Maintenance, SpaceStatus } from './maintenance.js'
export type { StoreLock, StoreStatus, VerifyOptions } from './maintenance.js'
export { alternativesOf, assertQueryDepth, isCovered, maximumQueryDepth } from './query-matches.js'
export { tooDeepQuery } from './query-matches.js'
export { withRecordIndex } from './record-index.js'
export type { CompleteStore, Notes, Store, StoreCapabilities, StoreThread, ThreadContext } from './store.js'
export type {
  ThreadFunction,
  ThreadTask,
  ThreadTaskOptions,
  VersionPage,
  WriteGuarantee,
  WriteOptions,
} from './store.js'
export { findDifference, jaccard, readFacts, type TextFacts } from './text-facts.js'
export { assertVector, isSameSpace, pendingTextOf, unitVector, unknownSpace } from './vector-space.js'
export type { InputPart, KeptSpace, KeyPage, NewVector, PendingPage } from './vector-space.js'
export type { PendingRow, PendingText } from './vector-space.js'
export type { Space, SpaceChanges, VectorPage } from './vector-space.js'
