import type { ChunkWords, IndexWord, NewChunk, StoredDocument } from '../document.js'
import { jsonTest } from '../search-filter/compile-filter.js'
import { fieldsOf, readFieldValue, type Field, type FieldValue } from '../search-filter/field-value.js'
import { foldLine } from '../search-filter/field-value.js'
import { createPathMatcher } from '../search-filter/path-matcher.js'
import type { SearchCondition, SearchFilter } from '../search-filter/search-filter.js'
import type { QueryTree } from '../query.js'

/** Whether a query finds a chunk, straight from the definition of the contract. */
export function isFound(query: QueryTree, words: ChunkWords): boolean {
  switch (query.kind) {
    case 'word':
      return knownStems(words).has(query.stem)
    case 'prefix':
      return [...knownStems(words)].some(beginsWith(query.prefix))
    case 'phrase':
      return [words.text, words.parts].some((list) => standsIn(list, query.stems))
    case 'place':
      return standsIn(words.place, query.stems)
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

/** A chunk is asked about by many queries. */
function knownStems(words: ChunkWords): ReadonlySet<string> {
  const known = stemSets.get(words) ?? new Set(stemsIn(words))
  stemSets.set(words, known)
  return known
}

export const beginsWith = (prefix: string) => (word: string) => prefix !== '' && word.startsWith(prefix)

function standsIn(words: readonly IndexWord[], stems: readonly string[]): boolean {
  const standsAt = (start: number) => stems.every((stem, index) => words[start + index]?.stem === stem)
  return stems.length > 0 && words.some((_, start) => standsAt(start))
}

type Passes = (document: StoredDocument, chunk: NewChunk) => boolean

/** Which chunks of documents a filter lets through, straight from the definition of the contract. */
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

/** Texts, globs and values of the condition are read once, not for each chunk. */
function holdsFor(condition: SearchCondition): Passes {
  switch (condition.kind) {
    case 'root':
      return ({ root }) => condition.names.includes(root)
    case 'path': {
      const isMatched = createPathMatcher(condition.globs)
      return ({ path }) => isMatched(path)
    }
    case 'heading': {
      const wanted = condition.texts.map(foldLine).filter((text) => text !== '')
      return (_, { sections, heading }) =>
        (sections ?? heading).map(foldLine).some((title) => wanted.some((text) => title.includes(text)))
    }
    case 'date':
      return ({ date }) => isBetween(date, condition.from, condition.to)
    case 'words':
      return (_, { words }) => isFound(condition.query, words)
    case 'field':
      return hasField(condition)
    // The whole language of these two is tested where it is.
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
  const wanted = new Set(keys.map(foldLine))
  if (test.operator === 'present') {
    return ({ metadata }) =>
      knownFields(metadata).some(
        ({ key }) => wanted.has(key) || [...wanted].some((one) => key.startsWith(`${one}.`)),
      )
  }
  const asked = (test.operator === '=' ? test.values : [test.value]).map(readFieldValue)
  const isMet = test.operator === '=' ? isEqual : isOrdered[test.operator]
  return ({ metadata }) => {
    const values = knownFields(metadata).filter(({ key }) => wanted.has(key))
    return values.some((value) => asked.some((one) => one.text !== '' && isMet(value, one)))
  }
}

const known = new WeakMap<StoredDocument['metadata'], Field[]>()

/** Many samples have the same metadata. */
function knownFields(metadata: StoredDocument['metadata']): Field[] {
  const fields = known.get(metadata) ?? fieldsOf(metadata)
  known.set(metadata, fields)
  return fields
}

type Compare = (value: FieldValue, asked: FieldValue) => boolean

const isEqual: Compare = (value, asked) => {
  if (value.text === asked.text) return true
  if (value.first === null || value.last === null || asked.first === null || asked.last === null) return false
  return value.first >= asked.first && value.last <= asked.last
}

const isOrdered: Readonly<Record<'<' | '<=' | '>' | '>=', Compare>> = {
  '<': (value, asked) => compare(value, asked, ['last', 'first']).some((order) => order < 0),
  '<=': (value, asked) => compare(value, asked, ['last', 'last']).some((order) => order <= 0),
  '>': (value, asked) => compare(value, asked, ['first', 'last']).some((order) => order > 0),
  '>=': (value, asked) => compare(value, asked, ['first', 'first']).some((order) => order >= 0),
}

type End = 'first' | 'last'

/** How two values compare as dates, as numbers and as texts, in so far as both are such. */
function compare(value: FieldValue, asked: FieldValue, [end, askedEnd]: readonly [End, End]): number[] {
  const numbers = value.number === null || asked.number === null ? [] : [value.number - asked.number]
  const [date, askedDate] = [value[end], asked[askedEnd]]
  if (date !== null && askedDate !== null) return [...numbers, compareTexts(date, askedDate)]
  const areTexts = [value, asked].every(({ number, first }) => number === null && first === null)
  return areTexts ? [compareTexts(value.text, asked.text)] : numbers
}

/** By code points, which is the order of UTF-8 bytes. */
const compareTexts = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
