import {
  assertConditions,
  createPathMatcher,
  foldLine,
  jsonTest,
  readFieldValue,
  type FieldTest,
  type MemoryTest,
  type SearchCondition,
  type SearchFilter,
} from '@recallite/store'
import { scan, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import {
  allOf,
  anyOf,
  everything,
  isOneOf,
  matchQuery,
  not,
  nothing,
  type Query,
} from '../keyword/match-query.js'

/**
 * The chunks that pass a filter.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export async function filterQuery(session: Session, filter: SearchFilter | undefined): Promise<Query> {
  if (!filter) return everything
  switch (filter.kind) {
    case 'all':
    case 'any': {
      assertConditions(filter.filters)
      const parts: Query[] = []
      for (const each of filter.filters) parts.push(await filterQuery(session, each))
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
      return documentsThatPass(session, { column: 'path', passes: createPathMatcher(condition.globs) })
    case 'heading':
      return headingQuery(condition.texts.map(foldLine).filter((text) => text !== ''))
    case 'date':
      return {
        range: { date: { gte: condition.from ?? '', ...(condition.to !== null && { lte: condition.to }) } },
      }
    case 'words':
      return matchQuery(condition.query)
    case 'field':
      return fieldQuery(condition.keys.map(foldLine).map(indexed), condition.test)
    default:
      return documentsThatPass(session, jsonTest(condition))
  }
}

/** OpenSearch has no condition for globs of folded paths and for comparisons of JSON, so the documents are tested here. */
async function documentsThatPass(session: Session, { column, passes, among }: MemoryTest): Promise<Query> {
  const within = among ? await filterQuery(session, among) : everything
  const docs: string[] = []
  const pages = { query: within, _source: ['json'], sort: [{ doc: 'asc' }] }
  for await (const hits of scan<{ readonly json: string }>(session, 'documents', pages)) {
    for (const { id, source } of hits) {
      const value: unknown = JSON.parse(source.json)[column]
      if (passes(typeof value === 'string' ? value : JSON.stringify(value))) docs.push(id)
    }
  }
  return isOneOf('doc', docs)
}

function headingQuery(texts: readonly string[]): Query {
  const patterns = texts.map((text) => `*${text.replaceAll(/[\\*?]/gu, '\\$&')}*`)
  return anyOf(...patterns.map((value) => ({ wildcard: { sections: { value } } })))
}

const inField = (query: Query): Query => ({ nested: { path: 'fields', query, score_mode: 'none' } })

function fieldQuery(keys: readonly string[], test: FieldTest): Query {
  const ofKeys = isOneOf('fields.key', keys)
  if (test.operator === 'present') {
    const inside = keys.map((key) => ({ prefix: { 'fields.key': `${key}.` } }))
    return inField(anyOf(ofKeys, ...inside))
  }
  return inField(allOf(ofKeys, test.operator === '=' ? equalQuery(test.values) : orderQuery(test)))
}

function equalQuery(values: readonly string[]): Query {
  const parsed = values.map(readFieldValue).filter(({ text }) => text !== '')
  const texts = parsed.map(({ text }) => indexed(text))
  const spans = parsed.filter(({ first }) => first !== null)
  const isWithin = spans.map(({ first, last }) =>
    allOf({ range: { 'fields.first': { gte: first } } }, { range: { 'fields.last': { lte: last } } }),
  )
  return anyOf(isOneOf('fields.text', texts), ...isWithin)
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
  const [end, givenEnd, order] = ends[operator]
  const { text, number, [givenEnd]: date } = readFieldValue(value)
  if (text === '') return nothing
  if (number === null && date === null)
    return allOf(lacks('number'), lacks('first'), { range: { 'fields.text': { [order]: indexed(text) } } })
  const parts = isLoose ? [lacks('number')] : []
  if (number !== null) parts.push({ range: { 'fields.number': { [order]: number } } })
  if (date !== null) parts.push({ range: { [`fields.${end}`]: { [order]: date } } })
  return anyOf(...parts)
}
