export { LanguageNotLoadedError } from './errors.js'
export { foldWord } from './fold.js'
export { languageNamed, type Language, type OtherLanguage } from './languages/language.js'
export { languageOf } from './languages/language-of.js'
export { loadLanguages } from './languages/load-languages.js'
export { nameShare } from './name-share.js'
export { parseQuery, maximumTerms, type ParsedQuery, type QueryOptions } from './parse-query.js'
export { respell } from './respell.js'
export { placeWords } from './place-words.js'
export type { SpellingVocabulary } from './spelling/find-candidates.js'
export type { SpellingSuggestion } from './spelling/rank-spellings.js'
export { suggestSpellings } from './spelling/suggest-spellings.js'
export { describeSyntax } from './syntax/describe-syntax.js'
export { printSyntax } from './syntax/print-syntax.js'
export { readSyntax } from './syntax/read-syntax.js'
export {
  maximumSyntaxDepth,
  maximumSyntaxLength,
  type QueryField,
  type QueryFieldName,
  type QuerySyntax,
  type ReadQuery,
} from './syntax/syntax-tree.js'
export type { QueryFeature, QueryTerm, QueryTree, ScoredTerm } from './query-tree.js'
export { matchRanges } from './snippet/match-ranges.js'
export { snippet, type SnippetOptions } from './snippet/snippet.js'
export type { TextRange } from './snippet/text-range.js'
export { stemsOf, stemWord } from './stem.js'
export { isStopWord } from './stop-words/stop-words.js'
export { indexWords, wordsOf, type IndexedText, type IndexWord, type Word } from './words.js'
