import type { SearchFilter, Store } from '@recallite/store'
import { MemoryError } from '../../errors.js'
import { localDay } from '../../local-day.js'
import { rootsNamed, settleFilter } from '../filter/settle-filter.js'
import { readQuestion, type Question } from '../question.js'
import type { SearchOptions, SearchSettings } from '../search-options.js'

/** A query that retrievers can be asked. */
export interface ParsedQuery {
  readonly question: Question
  /** What options and the question's fields narrow the search to. */
  readonly filter: SearchFilter
  readonly settings: SearchSettings
}

/** What a query is parsed from. */
export interface QueryText {
  readonly text: string
  readonly options: SearchOptions
  readonly settings: SearchSettings
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Reads what was typed and what options say.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`
 */
export async function parse(store: Store, { text, options, settings, now }: QueryText): Promise<ParsedQuery> {
  if (text.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  const question = await readQuestion(store, text, options.parseQuery)
  const filter = settleFilter({ options, typed: question.fields }, localDay(now))
  await refuseUnknownRoots(store, rootsNamed(filter))
  options.signal?.throwIfAborted()
  return { question, filter, settings }
}

async function refuseUnknownRoots(store: Store, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return
  const known = (await store.listRoots()).map(({ name }) => name)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const choice = known.length > 0 ? `There are: ${known.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${unknown.join(', ')}. ${choice}`)
}
