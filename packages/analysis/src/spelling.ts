export { respell } from './respell.js'
export type { SpellingSuggestion } from './spelling/rank-spellings.js'
export { type SpellingVocabulary, suggestSpellings } from './spelling/suggest-spellings.js'
