export { addCorrections } from './add-corrections.js'
export type { SpellingSuggestion } from './spelling/rank-spellings.js'
export { editSimilarity } from './spelling/edit-similarity.js'
export { type SpellingVocabulary, suggestSpellings } from './spelling/suggest-spellings.js'
