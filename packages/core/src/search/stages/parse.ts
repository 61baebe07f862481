import {
  addOtherForms,
  loadLanguages,
  maximumSyntaxLength,
  namedRuns,
  parseQuery,
  wordsOf,
  type ParsedQuery,
} from '@recallite/keyword'
import { allOf, formKey, type SearchFilter, type Vocabulary } from '@recallite/store'
import { invalidOption, MemoryError } from '../../errors.js'
import { localDay } from '../../days.js'
import { isNarrowed, type SearchOptions } from '../search-options.js'
import type { Query } from '../query.js'
import type { KindFilters, SearchedKind } from '../searched-kind.js'
import { type QueryTime, readTime } from '../time/read-time.js'

/** A query that retrievers can be asked. */
export interface Parsed {
  readonly query: Query
  /** What the options and the query's fields narrow each kind to. */
  readonly filters: KindFilters
  /** The time that the text names; null if it names none, or if it is ignored. */
  readonly time: QueryTime | null
}

interface ParseInput {
  readonly text: string
  readonly options: Pick<SearchOptions, 'parseQuery' | 'signal'>
  readonly kinds: readonly SearchedKind[]
}

/**
 * Parses the text of a query in the languages of the indexed documents, and makes one filter for each kind from its fields and the options.
 * @throws MemoryError `QUERY_EMPTY`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FilterError
 */
export async function parse({ text, options, kinds }: ParseInput): Promise<Parsed> {
  assertNotEmpty(text)
  const { parseQuery: parser = parseQuery, signal } = options
  const languages = await languagesOf(kinds)
  await loadLanguages(languages)
  const vocabularies = kinds.flatMap(({ store }) => store.vocabulary ?? [])
  const parsed = await withOtherForms(vocabularies, parser(text, { languages }))
  const phrases = await withPhrases(
    parsed,
    kinds.flatMap(({ filters }) => filters.phrases ?? []),
  )
  const query = { ...phrases.query, corrections: [], weighed: [] }
  const filters = await readFilters(kinds, query, phrases.filter)
  const today = kinds.find(({ settings }) => settings.time)?.now
  const time = today === undefined ? null : await readTime(text, localDay(today))
  signal?.throwIfAborted()
  return { query, filters, time }
}

function assertNotEmpty(text: string): void {
  if (text.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  if (onlySyntax.test(text)) {
    throw new MemoryError(
      'QUERY_EMPTY',
      `The query ${text.trim()} has operators or fields without words. Add words, or put it in quotation marks to search for it.`,
    )
  }
}

/** Every language of a document. If a store cannot be read, the retrievers report it. */
async function languagesOf(kinds: readonly SearchedKind[]): Promise<string[]> {
  const read = kinds.map(({ store }) => store.readCounts({}).catch(() => ({ languages: [] })))
  return [...new Set((await Promise.all(read)).flatMap(({ languages }) => languages))]
}

/** Adds what the documents call otherwise: an abbreviation, or what it stands for. */
async function withOtherForms(vocabularies: readonly Vocabulary[], query: ParsedQuery): Promise<ParsedQuery> {
  const runs = vocabularies.length > 0 ? namedRuns(query, formKey) : []
  if (runs.length === 0) return query
  const keys = new Set(runs.map(({ key }) => key))
  // If a store cannot be read, the retrievers report it.
  const read = vocabularies.map((vocabulary) => vocabulary.otherForms([...keys]).catch(() => []))
  const known = (await Promise.all(read)).flat()
  const named = runs.flatMap(({ key, words }) => {
    const forms = known.flatMap((one) => (one.key === key ? one.form : []))
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

/** Only files have phrases. */
async function readFilters(
  kinds: readonly SearchedKind[],
  { fields }: Query,
  phrases: SearchFilter | undefined,
): Promise<KindFilters> {
  const isFiltered = ({ filters }: SearchedKind) => isNarrowed(filters) || fields.length > 0
  // Few searches have filters: only those load the code that reads them.
  const loaded = kinds.some(isFiltered) ? await import('../filter/resolve-filter.js') : undefined
  const read = kinds.map((searched) => {
    const { kind, filters, now } = searched
    const resolved =
      loaded && isFiltered(searched) ? loaded.resolveFilter(filters, fields, localDay(now)) : undefined
    return [kind, allOf(resolved, kind === 'file' ? phrases : undefined)] as const
  })
  if (loaded) {
    const named = read.flatMap(([, filter]) => (filter ? loaded.namedRoots(filter) : []))
    await assertKnownRoots(kinds, named)
  }
  return new Map(read)
}

async function assertKnownRoots(kinds: readonly SearchedKind[], named: readonly string[]): Promise<void> {
  if (named.length === 0) return
  const known = (await Promise.all(kinds.map(({ store }) => store.listRoots())))
    .flat()
    .map(({ name }) => name)
  const unknown = new Set(named.filter((name) => !known.includes(name)))
  if (unknown.size === 0) return
  const choice = known.length > 0 ? `There are: ${known.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${[...unknown].join(', ')}. ${choice}`)
}
