import { loadLanguages, parseQuery, type ParsedQuery as ParsedText } from '@recallite/analysis'
import type { WeighedTerm } from '@recallite/keyword-ranking'
import type { SearchFilter, Store } from '@recallite/store'
import type { Respelling } from './answer.js'

/** A question as it is searched for. */
export interface Question extends ParsedText {
  /** Words that were read as others. */
  readonly respelled: readonly Respelling[]
  /** The terms that chunks were scored by, with how rare they are; none before that. */
  readonly weighed: readonly WeighedTerm[]
}

/** Makes a query of words of a text; `parseQuery` of `@recallite/analysis` unless a caller brings another. */
export type QueryParser = (text: string, options: { readonly languages: readonly string[] }) => ParsedText

/** Reads a question in the languages that the store has documents of. */
export async function readQuestion(
  store: Store,
  text: string,
  parse: QueryParser = parseQuery,
): Promise<Question> {
  const languages = await listLanguages(store)
  await loadLanguages(languages)
  return { ...parse(text, { languages }), respelled: [], weighed: [] }
}

/** None where the store cannot tell: the retrievers will say what is wrong with it. */
async function listLanguages(store: Store): Promise<readonly string[]> {
  try {
    return (await store.readCounts({})).languages
  } catch {
    return []
  }
}

/** What options and the question's fields narrow a search to, and what the question says must be there. */
export function filterFor({ required }: Question, filter: SearchFilter): SearchFilter {
  return required ? [...filter, { kind: 'words', query: required }] : filter
}
