export { findAbbreviations } from './abbreviations.js'
export { addOtherForms, namedRuns } from './add-other-forms.js'
export { foldWord } from './word-forms.js'
export { languageOf } from './languages/language-of.js'
export { languageNamed, type Language, type OtherLanguage, loadLanguages } from './languages/language.js'
export { nameShare } from './name-share.js'
export { parseQuery, maximumTerms, type ParsedQuery, type QueryOptions } from './parse-query.js'
export { treeOf, type QueryTerm } from './query-tree.js'
export { matchRanges } from './snippet/find-matches.js'
export { snippet, type SnippetOptions } from './snippet/snippet.js'
export type { TextRange } from './snippet/text-range.js'
export { stemsOf, stemWord } from './word-forms.js'
export { isStopWord } from './stop-words.js'
export { describeRequired, describeSyntax, printSyntax } from './syntax/print-syntax.js'
export { readSyntax } from './syntax/read-syntax.js'
export {
  maximumSyntaxDepth,
  maximumSyntaxLength,
  type QueryField,
  type QueryFieldName,
  type QuerySyntax,
  type ReadQuery,
} from './syntax/syntax-tree.js'
export { pathWords, indexWords, wordsOf, type IndexedText, type IndexWord, type Word } from './words.js'
