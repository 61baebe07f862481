export type {
  DocumentAddress,
  EmbeddingInput,
  NewChunk,
  Root,
  Span,
  StoredChunk,
  StoredDocument,
} from './document.js'
export { StoreError, type StoreErrorCode } from './errors.js'
export { maximumQueryDepth, type KeywordQuery, type SearchFilter } from './query.js'
export type { Capability, SpaceStatus, StoreStatus } from './status.js'
export type {
  DocumentStore,
  Hit,
  KeywordRequest,
  KeywordScore,
  KeywordScoreRequest,
  PendingText,
  SearchStore,
  Space,
  Store,
  VectorRequest,
  VectorStore,
  WriteOptions,
} from './store.js'
