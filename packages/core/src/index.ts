export { createMemory } from './create-memory.js'
export type { EmbeddingAvailability } from './probes.js'
export type { Freshness, Memory, MemoryOptions, MemorySearchOptions, SearchReport } from './memory.js'
export type { EmbedReport } from './indexer/embed.js'
export type { Estimate } from './embedding/fill/fill-space.js'
export type { UnembeddedText } from './embedding/fill/send-batch.js'
export type { Pending, PendingAmount, Upload } from './embedding/fill/pending-texts.js'
export type { Answering, Fallback, MemoryStatus, RerankerStatus } from './status.js'
export {
  backendFor,
  isSameSpace,
  nameOf,
  type EmbeddingBackend,
  type OpenModel,
} from './embedding/backend.js'
export { rerankerBackendFor, type RerankerBackend } from './rerank/reranker.js'
export { MemoryError, reasonOf, type MemoryErrorCode } from './errors.js'
export { rootProblem } from './system-paths.js'
export { wholePath } from './records/record-path.js'
export type { GetAllOptions, LineRange, Passage } from './get/get.js'
export type { IndexedDocument } from './get/read-indexed.js'
export type * from './search/answer.js'
export type { QueryTime } from './search/time/read-time.js'

export type {
  Candidate,
  Found,
  RetrievalRequest,
  Retriever,
  RetrieverScore,
  TextPart,
} from './search/retrievers/retriever.js'
export type { Query } from './search/query.js'
export type { ChunkTrace, RetrieverTrace, WhyReport } from './search/why/verdict.js'
export {
  searchDefaults,
  type MatchMode,
  type QueryParser,
  type SearchOptions,
} from './search/search-options.js'
export type {
  MemorySource,
  PathsSource,
  RefusedPath,
  SessionsSource,
  Source,
  ResolvedSources,
  SourceRoot,
} from './sources/source.js'
export type { IndexOptions, IndexReport, Optimised, OptimiseOptions } from './indexer/memory-indexer.js'
export { findMovedRoots, type MovedRoot } from './indexer/moved-roots.js'
export type { IndexPlan } from './indexer/indexer.js'
export {
  planTexts,
  type DocumentChange,
  type PlanTextsOptions,
  type SkippedDocument,
  type TextReport,
} from './indexer/indexer.js'
export { defaultChunking, type Chunking } from './indexer/fingerprint.js'
export { sizeReason } from './readers/source-document.js'
export type { SyncProgress } from './indexer/apply.js'
export { createLinkResolver } from './get/note-links.js'
export { isLinksOnly } from './search/stages/similar-texts.js'
export { maxCandidates, type SearchRange } from './search-ranges.js'
export { resolveSources } from './sources/resolve-sources.js'
export { isPassedOver, isTextName } from './indexer/root-scope.js'
export type { Watch, WatchOptions } from './watch/watch.js'
