export type { CandidatesReport } from './memory.js'
export type { RetrieverName, SearchResult } from './search/answer.js'
export { rankBoth, type Candidates, type RankedBoth, type RankedCandidate } from './search/rank-candidates.js'
export { resolveSearchOptions, type SearchOptions } from './search/search-options.js'
