import { assertConditions, createPathMatcher, foldLine, jsonTest, readFieldValue } from '@recallite/store'
import type { FieldTest, MemoryTest, SearchCondition, SearchFilter } from '@recallite/store'
import { scan, type Session } from '../connection/session.js'
import { allOf, anyOf, everything, indexed, isOneOf, matchQuery, not } from '../keyword/word-index.js'
import { nothing, type Query } from '../keyword/word-index.js'

export async function filterQuery(session: Session, filter: SearchFilter | undefined): Promise<Query> {
  if (!filter) return everything
  switch (filter.kind) {
    case 'all':
    case 'any': {
      assertConditions(filter.filters)
      const parts: Query[] = []
      for (const part of filter.filters) parts.push(await filterQuery(session, part))
      if (filter.kind === 'any') return anyOf(...parts)
      return parts.length === 0 ? everything : allOf(...parts)
    }
    case 'not':
      return not(await filterQuery(session, filter.filter))
    default:
      return conditionQuery(session, filter)
  }
}

async function conditionQuery(session: Session, condition: SearchCondition): Promise<Query> {
  switch (condition.kind) {
    case 'root':
      return isOneOf('root', condition.names.map(indexed))
    case 'path':
      return passing(session, { column: 'path', passes: createPathMatcher(condition.globs) })
    case 'heading':
      return headingQuery(condition.texts.map(foldLine).filter((text) => text !== ''))
    case 'date':
      return { range: { date: { gte: condition.from ?? '', lte: condition.to } } }
    case 'words':
      return matchQuery(condition.query)
    case 'field':
      return fieldQuery(condition.keys.map(foldLine).map(indexed), condition.test)
    default:
      return passing(session, jsonTest(condition))
  }
}

/** OpenSearch has no condition for globs of folded paths and for comparisons of JSON, so the documents are tested here. */
async function passing(session: Session, { column, passes, among }: MemoryTest): Promise<Query> {
  const query = await filterQuery(session, among)
  const docs: string[] = []
  const pages = { query, _source: ['json'], sort: [{ doc: 'asc' }] }
  for await (const hits of scan<{ readonly json: string }>(session, 'documents', pages))
    for (const { _id, _source } of hits) {
      const value: unknown = JSON.parse(_source.json)[column]
      if (passes(typeof value === 'string' ? value : JSON.stringify(value))) docs.push(_id)
    }
  return isOneOf('doc', docs)
}

function headingQuery(texts: readonly string[]): Query {
  const patterns = texts.map((text) => `*${text.replaceAll(/[\\*?]/gu, '\\$&')}*`)
  return anyOf(...patterns.map((value) => ({ wildcard: { sections: { value } } })))
}

const nested = (query: Query): Query => ({ nested: { path: 'fields', query, score_mode: 'none' } })

function fieldQuery(keys: readonly string[], test: FieldTest): Query {
  const ofKeys = isOneOf('fields.key', keys)
  if (test.operator === '=') return nested(allOf(ofKeys, equalQuery(test.values)))
  if (test.operator !== 'present') return nested(allOf(ofKeys, orderQuery(test)))
  return nested(anyOf(ofKeys, ...keys.map((key) => ({ prefix: { 'fields.key': `${key}.` } }))))
}

const bound = (field: string, order: string, value: unknown): Query => {
  return { range: { [`fields.${field}`]: { [order]: value } } }
}

function equalQuery(values: readonly string[]): Query {
  const parsed = values.map(readFieldValue).filter(({ text }) => text !== '')
  const texts = parsed.map(({ text }) => indexed(text))
  const dates = parsed.flatMap(({ first, last }) =>
    first === null ? [] : [allOf(bound('first', 'gte', first), bound('last', 'lte', last))],
  )
  return anyOf(isOneOf('fields.text', texts), ...dates)
}

/** The ends of the field's date and of the given date that an operator compares. */
const ends = {
  '<': ['last', 'first', 'lt'],
  '<=': ['last', 'last', 'lte'],
  '>': ['first', 'last', 'gt'],
  '>=': ['first', 'first', 'gte'],
} as const

const lacks = (field: string): Query => not({ exists: { field: `fields.${field}` } })

function orderQuery({ operator, value, isLoose = false }: Extract<FieldTest, { value: string }>): Query {
  const [end, otherEnd, order] = ends[operator]
  const { text, number, [otherEnd]: date } = readFieldValue(value)
  if (text === '') return nothing
  if (number === null && date === null)
    return allOf(lacks('number'), lacks('first'), bound('text', order, indexed(text)))
  return anyOf(
    ...(isLoose ? [lacks('number')] : []),
    ...(number === null ? [] : [bound('number', order, number)]),
    ...(date === null ? [] : [bound(end, order, date)]),
  )
}
