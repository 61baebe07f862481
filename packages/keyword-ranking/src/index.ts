export { inverseDocumentFrequency, lengthNorm, saturation, saturationAt } from './bm25.js'
export {
  wantedCounts,
  type CollectionCounts,
  type CountedFeature,
  type KeywordFeature,
  type KeywordTerm,
  type ListedFeature,
  type WantedCounts,
} from './features.js'
export {
  createKeywordScorer,
  type KeywordScore,
  type KeywordScorer,
  type WeighedTerm,
} from './keyword-scorer.js'
export { addPlace, createPlaceBits, everyPlace, type PlaceBits } from './place-bits.js'
export { countless, createScoreBounds, listKey, type ListedCounts, type ScoreBounds } from './score-bounds.js'
export {
  decodeTermList,
  emptyHash,
  encodeTermList,
  nextHash,
  wordHash,
  type RankedWords,
  type TermList,
} from './term-list.js'
export { createTopScores } from './top-scores.js'
export type { WordEvidence } from './word-evidence.js'
