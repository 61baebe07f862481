export type { CandidatesReport } from './memory.js'
export type { SearchResult } from './search/answer.js'
export {
  rankCandidates,
  type KindCandidates,
  type RankedCandidate,
  type RankedCandidates,
} from './search/rank-candidates.js'
export { resolveSearchOptions, type SearchOptions } from './search/search-options.js'
export { noWords } from './search/confidence.js'
