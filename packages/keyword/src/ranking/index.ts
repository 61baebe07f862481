export { findBestChunks, type BestChunks } from './best-chunks.js'
export { lengthNorm } from './bm25.js'
export { featureKey, neededCounts, type TermCounts } from './features.js'
export {
  createKeywordScorer,
  type KeywordScore,
  type KeywordScorer,
  type WeighedTerm,
} from './keyword-scorer.js'
export {
  countless,
  matchedPostings,
  anyPosition,
  positionBit,
  withImpacts,
  type PostingIndex,
  type PostingList,
  type Postings,
} from './posting-list.js'
export { createUpperBounds } from './upper-bounds.js'
export { decodeTermList, encodeTermList, wordHash, type RankedWords, type TermList } from './term-list.js'
export type { WordEvidence } from './keyword-scorer.js'
