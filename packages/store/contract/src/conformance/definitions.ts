import type { ChunkWords, IndexWord, NewChunk, StoredDocument } from '../document.js'
import { fieldsOf, readFieldValue, type FieldValue } from '../filter/field-value.js'
import { foldLine } from '../filter/fold-text.js'
import { createPathMatcher } from '../filter/path-matcher.js'
import type { FieldTest, SearchCondition, SearchFilter } from '../filter/search-filter.js'
import type { KeywordQuery } from '../query.js'

/** Whether a query finds a chunk, straight from the definition of the contract. */
export function isFound(query: KeywordQuery, words: ChunkWords): boolean {
  switch (query.kind) {
    case 'word':
      return stemsIn(words).includes(query.stem)
    case 'prefix':
      return stemsIn(words).some(beginsWith(query.prefix))
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

export const beginsWith = (prefix: string) => (word: string) => prefix !== '' && word.startsWith(prefix)

function standsIn(words: readonly IndexWord[], stems: readonly string[]): boolean {
  const standsAt = (start: number) => stems.every((stem, index) => words[start + index]?.stem === stem)
  return stems.length > 0 && words.some((_, start) => standsAt(start))
}

/** Whether a filter lets a chunk of a document through, straight from the definition of the contract. */
export function passes(filter: SearchFilter, document: StoredDocument, chunk: NewChunk): boolean {
  return filter.every((condition) => holds(condition, document, chunk) !== (condition.isNegated ?? false))
}

function holds(condition: SearchCondition, document: StoredDocument, chunk: NewChunk): boolean {
  switch (condition.kind) {
    case 'root':
      return condition.names.includes(document.root)
    case 'path':
      return createPathMatcher(condition.globs)(document.path)
    case 'heading': {
      const wanted = condition.texts.map(foldLine).filter((text) => text !== '')
      const titles = (chunk.sections ?? chunk.heading).map(foldLine)
      return titles.some((title) => wanted.some((text) => title.includes(text)))
    }
    case 'date':
      return isBetween(document.date, condition.from, condition.to)
    case 'metadata':
      return hasMetadata(condition, document)
    case 'words':
      return isFound(condition.query, chunk.words)
    case 'field':
      return condition.keys.some((key) => hasField(document.metadata, foldLine(key), condition.test))
  }
}

/** Filters of the suite compare one value alone: the whole language is tested where it is. */
function hasMetadata(
  { filter }: Extract<SearchCondition, { kind: 'metadata' }>,
  { metadata }: StoredDocument,
): boolean {
  if (filter.kind !== 'some' || filter.test.operator !== '$in') return filter.kind === 'all'
  const value: unknown = metadata[String(filter.path[0])]
  return filter.test.values.some((one) => one === value)
}

const isBetween = (date: string | undefined, from: string | null, to: string | null) =>
  date !== undefined && date >= (from ?? date) && date <= (to ?? date)

function hasField(metadata: StoredDocument['metadata'], wanted: string, test: FieldTest): boolean {
  const fields = fieldsOf(metadata)
  if (test.operator === 'present')
    return fields.some(({ key }) => key === wanted || key.startsWith(`${wanted}.`))
  const values = fields.filter(({ key }) => key === wanted)
  const asked = (test.operator === '=' ? test.values : [test.value]).map(readFieldValue)
  const isMet = test.operator === '=' ? isEqual : isOrdered[test.operator]
  return values.some((value) => asked.some((one) => one.text !== '' && isMet(value, one)))
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

/** By code points, which for the texts of these samples is the order of UTF-16 units. */
const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other)
