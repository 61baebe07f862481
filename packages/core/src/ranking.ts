export type { CandidatesReport } from './memory.js'
export type {
  Adjustment,
  DuplicateSpan,
  RetrieverName,
  RetrieverState,
  SearchAnswer,
  SearchResult,
  StageReport,
} from './search/answer.js'
export { confidenceOf, type ConfidenceInputs, type CosineScale } from './search/confidence.js'
export {
  rankBoth,
  rankCandidates,
  type CandidateList,
  type Candidates,
  type RankedBoth,
  type RankedCandidate,
  type RankedCandidates,
} from './search/rank-candidates.js'
export {
  resolveSearchOptions,
  searchDefaults,
  type SearchOptions,
  type SearchSettings,
} from './search/search-options.js'
