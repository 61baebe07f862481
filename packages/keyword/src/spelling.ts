export { addCorrections } from './add-corrections.js'
export type { SpellingSuggestion } from './spelling/rank-spellings.js'
export { editDistance, editSimilarity, nearestName } from './spelling/edit-distance.js'
export { type SpellingVocabulary, suggestSpellings } from './spelling/suggest-spellings.js'
