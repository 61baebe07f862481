import {
  addOtherForms,
  describeRequired,
  isStopWord,
  languageNamed,
  languageOf,
  loadLanguages,
  maximumSyntaxLength,
  namedRuns,
  parseQuery,
  wordsOf,
  type ParsedQuery,
} from '@recallite/keyword'
import { allOf, conditionsIn, formKey, type SearchFilter, type Vocabulary } from '@recallite/store'
import { invalidOption, MemoryError } from '../../errors.js'
import { localDay } from '../../days.js'
import { daysIn, dayWord } from '../../read-days.js'
import { isNarrowed, type SearchOptions } from '../search-options.js'
import type { Query } from '../query.js'
import type { KindFilters, SearchedKind } from '../searched-kind.js'
import { type QueryTime, readTime } from '../time/read-time.js'
import { isVague, weighTimeWords } from '../time/topic.js'

/** A parsed query with its filters and time. */
export interface Parsed {
  readonly query: Query
  /** From the options and the fields of the query. */
  readonly filters: KindFilters
  /** The time in the query; null if there is none, or if it is ignored. */
  readonly time: QueryTime | null
  /** The time whose items are listed in order, because the query has no other topic: in the query, or that of the filters. */
  readonly listed: QueryTime | null
}

export interface ParseOptions extends Pick<SearchOptions, 'parseQuery' | 'signal'> {
  /** Whether the query must not leave this machine; default: whether it looks like a secret. */
  readonly isSecret?: boolean | undefined
}

interface ParseInput {
  readonly text: string
  readonly options: ParseOptions
  readonly kinds: readonly SearchedKind[]
}

/**
 * Parses a query in the languages of the indexed documents, and combines its fields and the options into one filter per kind.
 * @throws MemoryError `QUERY_EMPTY`, `QUERY_COMMON`, `OPTION_INVALID`, `ROOT_UNKNOWN`; FilterError
 */
export async function parse({ text, options, kinds }: ParseInput): Promise<Parsed> {
  assertNotEmpty(text)
  const { parseQuery: parser = parseQuery, signal } = options
  const languages = await languagesOf(kinds)
  await loadLanguages(languages)
  const vocabularies = kinds.flatMap(({ store }) => store.vocabulary ?? [])
  const parsed = withDay(await withOtherForms(vocabularies, parser(text, { languages })), text)
  const allPhrases = kinds.flatMap(({ filters }) => filters.phrases ?? [])
  const phrases = await withPhrases(parsed, allPhrases)
  const isSecret = options.isSecret ?? (await hasSecret([text, ...allPhrases].join('\n')))
  const query = { ...phrases.query, isSecret, corrections: [], weighed: [] }
  const filters = await readFilters(kinds, query, phrases.filter)
  const times = await readTimes(text, query, { kinds, filters })
  if (!times.listed) assertTopic(text, query, languages)
  signal?.throwIfAborted()
  const isTopical = times.time !== null && times.listed === null
  return { query: isTopical ? weighTimeWords(query, times.time) : query, filters, ...times }
}

/** Most queries have only plain words, and need not load the patterns. */
async function hasSecret(text: string): Promise<boolean> {
  if (/^[A-Z]?[a-z\s?.,'’]*$/u.test(text)) return false
  const { looksSecret } = await import('../../indexer/looks-secret.js')
  return looksSecret('', text)
}

async function readTimes(
  text: string,
  { plainText }: Query,
  { kinds, filters }: Pick<ParseInput, 'kinds'> & { readonly filters: KindFilters },
): Promise<Pick<Parsed, 'time' | 'listed'>> {
  const today = kinds.find(({ settings }) => settings.time)?.now
  if (today === undefined) return { time: null, listed: null }
  const time = await readTime(text, localDay(today))
  const rest = time ? plainText.replace(time.text, ' ') : plainText
  const stated = time ?? filteredTime([...filters.values()])
  return { time, listed: stated && isVague(rest) ? stated : null }
}

/** The same query with its phrases as plain words. */
export async function withoutPhrases(
  parsed: Parsed,
  { kinds, options }: Omit<ParseInput, 'text'>,
): Promise<Parsed> {
  const { plainText, read, fields } = parsed.query
  if (onlySyntax.test(plainText)) return parsed
  const { isSecret } = parsed.query
  const { query } = await parse({ text: plainText, options: { ...options, isSecret }, kinds })
  return { ...parsed, query: { ...query, fields, unmatched: describeRequired(read) } }
}

function assertNotEmpty(text: string): void {
  if (text.trim() === '')
    throw new MemoryError('QUERY_EMPTY', 'The query is empty. Give a word or a question.')
  if (onlySyntax.test(text)) {
    throw new MemoryError(
      'QUERY_EMPTY',
      `The query ${text.trim()} contains only operators or fields. Add words, or quote it to search for it.`,
    )
  }
}

/** One or two common words find nothing in particular, unless quoted, in capital letters (IT) or about oneself ("being myself"). */
function assertTopic(text: string, { plainText }: Query, languages: readonly string[]): void {
  const words = /["*]|\p{Lu}{2}|sel(?:f|ves)\b/u.test(text) ? [] : wordsOf(plainText)
  const named = ['en', ...languages].flatMap((language) => languageNamed(language) ?? [])
  const isCommon = (word: string) => named.some((language) => isStopWord(word, language))
  if (words.length === 0 || words.length > 2 || !words.every((word) => isCommon(word.text))) return
  throw new MemoryError(
    'QUERY_COMMON',
    `The query ${JSON.stringify(text.trim())} has only words that most texts contain. Add a word for what you look for, or quote it to search for it.`,
  )
}

/** The languages of all documents. If a store cannot be read, the retrievers report it. */
async function languagesOf(kinds: readonly SearchedKind[]): Promise<string[]> {
  const read = kinds.map(({ store }) => store.readCounts({}).catch(() => ({ languages: [] })))
  return [...new Set((await Promise.all(read)).flatMap(({ languages }) => languages))]
}

/** Adds abbreviations and expansions that the documents define. */
async function withOtherForms(vocabularies: readonly Vocabulary[], query: ParsedQuery): Promise<ParsedQuery> {
  const runs = vocabularies.length > 0 ? namedRuns(query, formKey) : []
  if (runs.length === 0) return query
  const keys = new Set(runs.map(({ key }) => key))
  // If a store cannot be read, the retrievers report it.
  const read = vocabularies.map((vocabulary) => vocabulary.otherForms([...keys]).catch(() => []))
  const definitions = (await Promise.all(read)).flat()
  const named = runs.flatMap(({ key, words }) => {
    const forms = definitions.flatMap((definition) => (definition.key === key ? definition.form : []))
    // A query with both forms needs no addition.
    if (forms.length === 0 || forms.some((form) => keys.has(formKey(form)))) return []
    return { words, forms: [...new Map(forms.map((form) => [formKey(form), form])).values()] }
  })
  return named.length > 0 ? addOtherForms(query, named.slice(0, 10)) : query
}

/** Adds the word of the day that a query names, which documents of that day have and no model understands. */
function withDay(query: ParsedQuery, text: string): ParsedQuery {
  // Detecting the language takes longer than looking for a digit.
  const [stated] = /\d/u.test(text) ? daysIn(text, languageOf(text)) : []
  const run = stated && namedRuns(query, formKey).find(({ key }) => key === formKey(stated.text))
  if (!run) return query
  return { ...addOtherForms(query, [{ ...run, forms: [dayWord(stated.day)] }]), meanings: query.meanings }
}

/** The time that filters by date allow. */
function filteredTime(filters: readonly (SearchFilter | undefined)[]): QueryTime | null {
  const conditions = filters.flatMap((filter) =>
    filter?.kind === 'not' ? [] : filter ? conditionsIn(filter) : [],
  )
  const dates = conditions.flatMap((condition) => (condition.kind === 'date' ? condition : []))
  if (dates.length === 0) return null
  const [from = null] = dates
    .flatMap((date) => date.from ?? [])
    .toSorted()
    .slice(-1)
  const [to = '9999-12-31'] = dates.flatMap((date) => date.to ?? []).toSorted()
  return { text: '', from, to }
}

/** Operators, parentheses and fields without values. */
const onlySyntax =
  /^(?:\s|[()]|(?:AND|OR|NOT)(?=[\s()]|$)|-?(?:path|heading|source|since|until|where):(?=[\s()]|$))+$/u

const maxPhrases = 20

/** Phrases are part of the filter, since the query's terms may be corrected. */
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
  const length = phrases.reduce((total, phrase) => total + phrase.length, 0)
  if (phrases.length > maxPhrases || length > maximumSyntaxLength) {
    throw invalidOption(
      `There are ${phrases.length} phrases with ${length} characters. The maximum is ${maxPhrases} phrases with ${maximumSyntaxLength} characters.`,
    )
  }
  const wordless = phrases.find((phrase) => wordsOf(phrase).length === 0)
  if (wordless === undefined) return
  throw invalidOption(
    `The phrase ${JSON.stringify(wordless)} contains no searchable word. Add words, or leave it out.`,
  )
}

async function readFilters(
  kinds: readonly SearchedKind[],
  { fields }: Query,
  phrases: SearchFilter | undefined,
): Promise<KindFilters> {
  const isFiltered = ({ filters }: SearchedKind) => isNarrowed(filters) || fields.length > 0
  // Most searches have no filters, and do not load this code.
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
  const roots = (await Promise.all(kinds.map(({ store }) => store.listRoots()))).flat()
  const names = roots.map(({ name }) => name)
  const unknown = new Set(named.filter((name) => !names.includes(name)))
  if (unknown.size === 0) return
  const choice = names.length > 0 ? `The roots are: ${names.join(', ')}.` : 'Nothing is indexed yet.'
  throw new MemoryError('ROOT_UNKNOWN', `There is no root named ${[...unknown].join(', ')}. ${choice}`)
}
