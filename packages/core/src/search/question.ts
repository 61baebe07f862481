import { loadLanguages, parseOpenClawQuery, parseQuery, type ParsedQuery } from '@recallite/analysis'
import type { SearchFilter, Store } from '@recallite/store'
import type { Respelling } from './answer.js'
import type { QueryReading } from './configurations.js'

/** A question as it is searched for. */
export interface Question extends ParsedQuery {
  /** Words that were read as others. */
  readonly respelled: readonly Respelling[]
}

/** Which languages there are; none where the store cannot tell: the retrievers will say what is wrong with it. */
async function listLanguages(store: Store): Promise<string[]> {
  try {
    return await store.listLanguages()
  } catch {
    return []
  }
}

/** Reads a question, in the way of the settings. */
export async function readQuestion(store: Store, text: string, reading: QueryReading): Promise<Question> {
  const languages = await listLanguages(store)
  await loadLanguages(languages)
  const parsed = parseQuery(text, { languages })
  if (reading === 'any-word') return { ...parsed, respelled: [] }
  const tree = parseOpenClawQuery(text)
  return { ...parsed, tree, required: null, fields: [], wanted: text, respelled: [] }
}

/** What options and the question's fields narrow a search to, and what the question says must be there. */
export function filterFor({ required }: Question, filter: SearchFilter): SearchFilter {
  return required ? [...filter, { kind: 'words', query: required }] : filter
}
