export { createMemory } from './create-memory.js'
export type {
  Freshness,
  IndexOptions,
  Memory,
  MemoryOptions,
  Optimised,
  OptimiseOptions,
  SearchReport,
} from './memory.js'
export type { EmbeddingAvailability } from './probes.js'
export type { Upload } from './embedding/fill/fill-space.js'
export type { EmbedReport } from './embedding/embed-documents.js'
export type { UnembeddedText } from './embedding/fill/fill-run.js'
export type { Pending, PendingAmount } from './embedding/fill/measure-pending.js'
export type { Answering, Fallback } from './embedding/who-answers.js'
export { linkTo, nameOf, type EmbeddingLink, type OpenModel } from './embedding/link.js'
export { growthDefaults } from './readers/sessions/is-worth-reading.js'
export { MemoryError, type MemoryErrorCode } from './errors.js'
export { isSameSpace } from './embedding/same-space.js'
export { reasonOf } from './reason-of.js'
export { rootTrouble } from './root-trouble.js'
export type { Passage } from './get/get.js'
export type { LinePlace } from './get/location.js'
export type {
  MemoryScope,
  Respelling,
  Degradation,
  RetrieverName,
  RetrieverState,
  SearchAnswer,
  Searched,
  SearchResult,
  SearchTimings,
} from './search/answer.js'
export type { QueryParser } from './search/question.js'
export {
  mostCandidates,
  searchDefaults,
  type FoundBy,
  type MinScoreOn,
  type SearchOptions,
} from './search/search-options.js'
export type { MemorySource, PathsSource, SessionsSource, Source } from './sources/source.js'
export type { MemoryStatus } from './status.js'
export { findProject, type ProjectSearch } from './sources/find-project.js'
export { hasMemory, wantedRoots } from './sources/wanted-roots.js'
export type { RefusedPath, Wanted, WantedRoot } from './sources/wanted-root.js'
export type { IndexPlan, PlannedLink } from './sync/plan-index.js'
export type { IndexReport, SkippedDocument, TextReport } from './sync/index-roots.js'
export { defaultChunking, type Chunking } from './sync/recipe.js'
export { sizeReason } from './readers/size-limits.js'
export type { SyncProgress } from './sync/sync-root.js'
export { isPassedOver, isTextName } from './sync/text-name.js'
export {
  citationOf,
  hasCitations,
  type Channel,
  type CitationOptions,
  type Citations,
} from './tools/citations.js'
export { memoryGetTool, type MemoryGetAnswer, type MemoryGetToolOptions } from './tools/get-tool.js'
export { showInvisible } from './tools/invisible.js'
export { memoryPath } from './tools/memory-path.js'
export { memoryRecallPrompt, type RecallPromptOptions } from './tools/recall-prompt.js'
export {
  memorySearchTool,
  type MemorySearchAnswer,
  type MemorySearchResult,
  type MemorySearchToolOptions,
} from './tools/search-tool.js'
export type { JsonSchema, MemoryTool, ToolAnswer } from './tools/tool.js'
export { withinBudget, type Budgeted } from './tools/within-budget.js'
export { planTexts, type PlanTextsOptions } from './verify/plan-texts.js'
export { proveLink, type ProvenLink } from './verify/prove-link.js'
export {
  verifyDocuments,
  type DamagedDocument,
  type DocumentsVerdict,
  type VerifyDocumentsOptions,
} from './verify/verify-documents.js'
export { countWatched, type CountWatchedOptions } from './watch/count-watched.js'
export { watchDefaults, type Watch, type WatchOptions } from './watch/watch.js'
