import type { ChunkWords, IndexWord, NewChunk, StoredDocument } from '../document.js'
import { jsonTest } from '../search-filter/compile-filter.js'
import { fieldsOf, foldLine, readFieldValue } from '../search-filter/field-value.js'
import type { Field, FieldValue } from '../search-filter/field-value.js'
import { createPathMatcher } from '../search-filter/path-matcher.js'
import type { SearchCondition, SearchFilter } from '../search-filter/search-filter.js'
import type { QueryTree } from '../query.js'

/** Whether a query finds a chunk: a direct implementation of the contract. */
export function isFound(query: QueryTree, words: ChunkWords): boolean {
  switch (query.kind) {
    case 'word':
      return stemSetOf(words).has(query.stem)
    case 'prefix':
      return [...stemSetOf(words)].some(beginsWith(query.prefix))
    case 'phrase':
      return [words.text, words.parts].some((list) => hasSequence(list, query.stems))
    case 'place':
      return hasSequence(words.place, query.stems)
    case 'any':
      return query.parts.some((part) => isFound(part, words))
    case 'all':
      return query.parts.length > 0 && query.parts.every((part) => isFound(part, words))
    case 'without':
      return isFound(query.include, words) && !isFound(query.exclude, words)
  }
}

export const stemsIn = ({ text, parts, place }: ChunkWords): string[] =>
  [...text, ...parts, ...place].map(({ stem }) => stem)

const stemSets = new WeakMap<ChunkWords, ReadonlySet<string>>()

/** Cached, because many queries test the same chunk. */
function stemSetOf(words: ChunkWords): ReadonlySet<string> {
  const stems = stemSets.get(words) ?? new Set(stemsIn(words))
  stemSets.set(words, stems)
  return stems
}

export const beginsWith = (prefix: string) => (word: string) => prefix !== '' && word.startsWith(prefix)

function hasSequence(words: readonly IndexWord[], stems: readonly string[]): boolean {
  const startsAt = (start: number) => stems.every((stem, index) => words[start + index]?.stem === stem)
  return stems.length > 0 && words.some((_, start) => startsAt(start))
}

type Passes = (document: StoredDocument, chunk: NewChunk) => boolean

/** Whether a chunk passes a filter: a direct implementation of the contract. */
export function passing(filter: SearchFilter): Passes {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const tests = filter.filters.map(passing)
      const how = filter.kind === 'all' ? 'every' : 'some'
      return (document, chunk) => tests[how]((test) => test(document, chunk))
    }
    case 'not': {
      const test = passing(filter.filter)
      return (document, chunk) => !test(document, chunk)
    }
    default:
      return holdsFor(filter)
  }
}

/** Parses the condition once, not for each chunk. */
function holdsFor(condition: SearchCondition): Passes {
  switch (condition.kind) {
    case 'root':
      return ({ root }) => condition.names.includes(root)
    case 'path': {
      const isMatched = createPathMatcher(condition.globs)
      return ({ path }) => isMatched(path)
    }
    case 'heading': {
      const texts = condition.texts.map(foldLine).filter((text) => text !== '')
      return (_, { sections, heading }) =>
        (sections ?? heading).map(foldLine).some((title) => texts.some((text) => title.includes(text)))
    }
    case 'date':
      return ({ date }) => isBetween(date, condition.from, condition.to)
    case 'words':
      return (_, { words }) => isFound(condition.query, words)
    case 'field':
      return hasField(condition)
    // The filter language has its own tests.
    case 'exists':
    case 'some': {
      const { passes } = jsonTest(condition)
      return ({ metadata }) => passes(JSON.stringify(metadata))
    }
  }
}

const isBetween = (date: string | undefined, from: string | null, to: string | null) =>
  date !== undefined && date >= (from ?? date) && date <= (to ?? date)

function hasField({ keys, test }: Extract<SearchCondition, { kind: 'field' }>): Passes {
  const folded = new Set(keys.map(foldLine))
  if (test.operator === 'present') {
    return ({ metadata }) =>
      cachedFieldsOf(metadata).some(
        ({ key }) => folded.has(key) || [...folded].some((one) => key.startsWith(`${one}.`)),
      )
  }
  const given = (test.operator === '=' ? test.values : [test.value]).map(readFieldValue)
  const isMet = test.operator === '=' ? isEqual : isOrdered[test.operator]
  return ({ metadata }) => {
    const values = cachedFieldsOf(metadata).filter(({ key }) => folded.has(key))
    return values.some((value) => given.some((one) => one.text !== '' && isMet(value, one)))
  }
}

const cache = new WeakMap<StoredDocument['metadata'], Field[]>()

/** Cached, because many samples have the same metadata. */
function cachedFieldsOf(metadata: StoredDocument['metadata']): Field[] {
  const fields = cache.get(metadata) ?? fieldsOf(metadata)
  cache.set(metadata, fields)
  return fields
}

type Compare = (value: FieldValue, given: FieldValue) => boolean

const isEqual: Compare = (value, given) => {
  if (value.text === given.text) return true
  if (value.first === null || value.last === null || given.first === null || given.last === null) return false
  return value.first >= given.first && value.last <= given.last
}

const isOrdered: Readonly<Record<'<' | '<=' | '>' | '>=', Compare>> = {
  '<': (value, given) => compare(value, given, ['last', 'first']).some((order) => order < 0),
  '<=': (value, given) => compare(value, given, ['last', 'last']).some((order) => order <= 0),
  '>': (value, given) => compare(value, given, ['first', 'last']).some((order) => order > 0),
  '>=': (value, given) => compare(value, given, ['first', 'first']).some((order) => order >= 0),
}

type End = 'first' | 'last'

/** Compares two values as dates, as numbers and as texts, if both have that type. */
function compare(value: FieldValue, given: FieldValue, [end, givenEnd]: readonly [End, End]): number[] {
  const numbers = value.number === null || given.number === null ? [] : [value.number - given.number]
  const [date, givenDate] = [value[end], given[givenEnd]]
  if (date !== null && givenDate !== null) return [...numbers, compareTexts(date, givenDate)]
  const areTexts = [value, given].every(({ number, first }) => number === null && first === null)
  return areTexts ? [compareTexts(value.text, given.text)] : numbers
}

/** Compares by code points, the order of UTF-8 bytes. */
const compareTexts = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
