import {
  addOtherForms,
  loadLanguages,
  maximumSyntaxLength,
  namedRuns,
  parseQuery,
  wordsOf,
  type ParsedQuery,
} from '@recallite/keyword'
import { allOf, formKey, type SearchFilter, type Store } from '@recallite/store'
import { invalidOption, MemoryError } from '../../errors.js'
import { localDay } from '../../days.js'
import type { FilterOptions } from '../filter/resolve-filter.js'
import { isNarrowed, type SearchOptions, type SearchSettings } from '../search-options.js'
import type { WeighedTerm } from '@recallite/keyword/ranking'
import type { SpellingCorrection } from '../answer.js'
import { type QueryTime, readTime } from '../time/read-time.js'

/** A query that retrievers can be asked. */
export interface Parsed {
  readonly query: Query
  /** What options and the query's fields narrow the search to. */
  readonly filter: SearchFilter | undefined
  readonly settings: SearchSettings
  /** The time that the text names; null if it names none, or if that does not count. */
  readonly time: QueryTime | null
}

interface ParseInput {
  readonly text: string
  readonly options: SearchOptions
  readonly settings: SearchSettings
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Parses the text of a query in the languages of the indexed documents, and makes one filter of its fields and the options.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FilterError
 */
export async function parse(store: Store, { text, options, settings, now }: ParseInput): Promise<Parsed> {
  if (text.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  if (onlySyntax.test(text)) {
    throw new MemoryError(
      'QUERY_EMPTY',
      `The query ${text.trim()} has operators or fields without words. Add words, or put it in quotation marks to search for it.`,
    )
  }
  const { parseQuery: parser = parseQuery, signal } = options
  // If the store cannot be read, the retrievers report it.
  const { languages } = await store.readCounts({}).catch(() => ({ languages: [] }))
  await loadLanguages(languages)
  const named = await withOtherForms(store, parser(text, { languages }))
  const { query: parsed, filter: phrases } = await withPhrases(named, options.phrases)
  const query = { ...parsed, corrections: [], weighed: [] }
  const isFiltered = isNarrowed(options) || query.fields.length > 0
  const given = isFiltered ? await readFilter(store, { options, query, now }) : undefined
  const filter = allOf(given, phrases)
  const time = settings.time ? await readTime(text, localDay(now)) : null
  signal?.throwIfAborted()
  return { query, filter, settings, time }
}

/** Adds what the documents call otherwise: an abbreviation, or what it stands for. */
async function withOtherForms({ vocabulary }: Store, query: ParsedQuery): Promise<ParsedQuery> {
  const runs = vocabulary ? namedRuns(query, formKey) : []
  const keys = new Set(runs.map(({ key }) => key))
  // If the store cannot be read, the retrievers report it.
  const known = runs.length > 0 ? await vocabulary?.otherForms([...keys]).catch(() => undefined) : undefined
  const named = runs.flatMap(({ key, words }) => {
    const forms = known?.flatMap((one) => (one.key === key ? one.form : [])) ?? []
    // A query with both forms says itself what is meant.
    if (forms.length === 0 || forms.some((form) => keys.has(formKey(form)))) return []
    return { words, forms: [...new Map(forms.map((form) => [formKey(form), form])).values()] }
  })
  return named.length > 0 ? addOtherForms(query, named.slice(0, 10)) : query
}

/** Operators, parentheses and fields without values. */
const onlySyntax =
  /^(?:\s|[()]|(?:AND|OR|NOT)(?=[\s()]|$)|-?(?:path|heading|source|since|until|where):(?=[\s()]|$))+$/u

const mostPhrases = 20

/** Phrases are conditions of the filter, since the query's own terms may be corrected. */
async function withPhrases(
  parsed: ParsedQuery,
  phrases: readonly string[] = [],
): Promise<{ readonly query: ParsedQuery; readonly filter?: SearchFilter | undefined }> {
  if (phrases.length === 0) return { query: parsed }
  assertPhrases(phrases)
  const { addPhrases } = await import('@recallite/keyword/phrases')
  const { query, required } = addPhrases(parsed, phrases)
  return { query, filter: required ? { kind: 'words', query: required } : undefined }
}

function assertPhrases(phrases: readonly string[]): void {
  const length = phrases.reduce((total, { length: own }) => total + own, 0)
  if (phrases.length > mostPhrases || length > maximumSyntaxLength) {
    throw invalidOption(
      `There are ${phrases.length} phrases with ${length} characters. Give at most ${mostPhrases} with ${maximumSyntaxLength} characters.`,
    )
  }
  const wordless = phrases.find((phrase) => wordsOf(phrase).length === 0)
  if (wordless === undefined) return
  throw invalidOption(
    `The phrase ${JSON.stringify(wordless)} has no word to search for. Give words, or leave it out.`,
  )
}

/** Loads what reads filters, which few searches have. */
async function readFilter(
  store: Store,
  { options, query, now }: { readonly options: FilterOptions; readonly query: Query; readonly now: number },
): Promise<SearchFilter> {
  const { namedRoots, resolveFilter } = await import('../filter/resolve-filter.js')
  const filter = resolveFilter(options, query.fields, localDay(now))
  await assertKnownRoots(store, namedRoots(filter))
  return filter
}

async function assertKnownRoots(store: Store, named: readonly string[]): Promise<void> {
  if (named.length === 0) return
  const known = (await store.listRoots()).map(({ name }) => name)
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const choice = known.length > 0 ? `There are: ${known.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${unknown.join(', ')}. ${choice}`)
}

/** A query as it is searched for. */
export interface Query extends ParsedQuery {
  /** Terms that were replaced because no chunk contains them. */
  readonly corrections: readonly SpellingCorrection[]
  /** The terms that chunks were scored by, with their idf; none before the keyword retriever has answered. */
  readonly weighed: readonly WeighedTerm[]
}

/** A search's filter, together with the terms that the query requires of every result. */
export function withRequiredTerms(
  filter: SearchFilter | undefined,
  { required }: Query,
): SearchFilter | undefined {
  return allOf(filter, required ? { kind: 'words', query: required } : undefined)
}

/** A feature as text: words side by side are quoted, `=…` is an exact form, `…*` a prefix, `a | b` either. */
export function describeFeature(feature: Query['weighed'][number]['feature']): string {
  switch (feature.kind) {
    case 'word':
      return feature.stem
    case 'form':
      return `=${feature.form}`
    case 'prefix':
      return `${feature.prefix}*`
    case 'either':
      return feature.features.map(describeFeature).join(' | ')
    case 'place':
      return `path "${feature.stems.join(' ')}"`
    default:
      return `"${feature.stems.join(' ')}"`
  }
}
