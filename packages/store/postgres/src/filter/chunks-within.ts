import { matches } from '@recallite/filter'
import {
  assertConditions,
  createPathMatcher,
  foldLine,
  readFieldValue,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from '@recallite/store'
import type { Session } from '../connections.js'
import { isOfKind, type DocumentKind } from '../document-kind.js'
import { matchSql } from '../keyword/match-sql.js'
import { sortedLength } from '../schema.js'
import { decodeText, encodeText } from '../text-code.js'
import { createBinder, encodeTexts, numberList, type Bind } from '../values.js'
import { fieldConditionSql } from './field-sql.js'
import { possibleMatches } from './metadata-sql.js'

/** Says which chunks pass filters. */
export interface FilterReader {
  /**
   * What selects the ids of the chunks that pass a filter, and perhaps some of the other kind; undefined if all do.
   * @throws StoreError `STORE_INVALID_QUERY`
   */
  chunksWithin(session: Session, filter?: SearchFilter): Promise<((bind: Bind) => string) | undefined>
}

/** Makes the reader of the filters of a schema, for chunks of a kind. */
export function createFilterReader(s: string, kind: DocumentKind): FilterReader {
  return {
    async chunksWithin(session, filter = []) {
      if (filter.length === 0) return undefined
      assertConditions(filter)
      const parts: ((bind: Bind) => string)[] = []
      for (const condition of filter) {
        const membership = await membershipOf(session, { s, kind }, condition)
        // Once, so that a query that is too deep is refused here.
        membership.sql(createBinder().bind)
        const negation = condition.isNegated ? 'NOT ' : ''
        parts.push(
          (bind) =>
            `${negation}EXISTS (SELECT 1 FROM (${membership.sql(bind)}) AS named (id) WHERE named.id = passing.${membership.column})`,
        )
      }
      return (bind) =>
        `SELECT id FROM ${s}.chunk AS passing WHERE ${parts.map((part) => part(bind)).join('\nAND ')}`
    },
  }
}

/** Those of a kind, in the schema `s`. */
interface Documents {
  readonly s: string
  readonly kind: DocumentKind
}

/** Selects the ids that a column of a chunk has to be among. */
interface Membership {
  readonly column: 'id' | 'document_id'
  readonly sql: (bind: Bind) => string
}

/** The chunks that a condition names, whether it is negated or not. */
async function membershipOf(
  session: Session,
  of: Documents,
  condition: SearchCondition,
): Promise<Membership> {
  const { s } = of
  switch (condition.kind) {
    case 'root':
      return ofDocuments(
        (bind) =>
          `SELECT document.id FROM ${s}.document JOIN ${s}.root ON root.id = root_id
           WHERE root.name = ANY(${bind(encodeTexts(condition.names))}::text[])`,
      )
    case 'path':
      return givenDocuments(await documentsAt(session, of, condition.globs))
    case 'heading':
      return { column: 'id', sql: (bind) => headingSql(s, { bind, texts: condition.texts }) }
    case 'date':
      return ofDocuments(
        (bind) =>
          `SELECT id FROM ${s}.document WHERE date >= ${bind(encodeText(condition.from ?? ''))}
           AND date <= ${bind(encodeText(condition.to ?? '9999-12-31'))}`,
      )
    case 'field':
      return ofDocuments((bind) =>
        withField(s, { bind, keys: condition.keys.map(foldLine), test: condition.test }),
      )
    case 'metadata':
      return givenDocuments(await documentsMatching(session, of, condition.filter))
    case 'words':
      return { column: 'id', sql: (bind) => matchSql(condition.query, { s, bind }) }
  }
}

const ofDocuments = (sql: Membership['sql']): Membership => ({ column: 'document_id', sql })

const givenDocuments = (ids: readonly number[]): Membership =>
  ofDocuments((bind) => `SELECT unnest(${bind(numberList(ids))}::bigint[])`)

/** SQL cannot match globs: the paths are read. */
async function documentsAt(
  session: Session,
  { s, kind }: Documents,
  globs: readonly string[],
): Promise<number[]> {
  const fits = createPathMatcher(globs)
  const { rows } = await session.query<{ id: number; path: string }>(
    `SELECT id, path FROM ${s}.document WHERE ${isOfKind('id', kind)}`,
  )
  return rows.flatMap(({ id, path }) => (fits(decodeText(path)) ? [id] : []))
}

/** Metadata are read of those documents that their fields do not rule out, and compared here as everywhere else. */
async function documentsMatching(
  session: Session,
  { s, kind }: Documents,
  filter: Extract<SearchCondition, { kind: 'metadata' }>['filter'],
): Promise<number[]> {
  const { bind, values } = createBinder()
  const possible = possibleMatches(filter, { s, bind })
  const { rows } = await session.query<{ id: number; metadata: string }>(
    `SELECT id, metadata FROM ${s}.document
     WHERE ${isOfKind('id', kind)} ${possible === undefined ? '' : `AND id IN (${possible})`}`,
    values,
  )
  return rows.flatMap(({ id, metadata }) => (matches(filter, JSON.parse(metadata)) ? [id] : []))
}

interface HeadingRequest {
  readonly bind: Bind
  readonly texts: readonly string[]
}

function headingSql(s: string, { bind, texts }: HeadingRequest): string {
  const wanted = texts.map(foldLine).filter((text) => text !== '')
  return `SELECT chunk.id FROM ${s}.chunk WHERE EXISTS (
    SELECT 1 FROM unnest(${bind(encodeTexts(wanted))}::text[]) AS wanted (text) WHERE strpos(sections, wanted.text) > 0)`
}

interface FieldRequest {
  readonly bind: Bind
  readonly keys: readonly string[]
  readonly test: FieldTest
}

function withField(s: string, { bind, keys, test }: FieldRequest): string {
  const kept = encodeTexts(keys)
  const start = (texts: readonly string[]) =>
    bind(texts.map((text) => [...text].slice(0, sortedLength).join('')))
  const ofKeys = `left(key, ${sortedLength}) = ANY(${start(kept)}::text[]) AND key = ANY(${bind(kept)}::text[])`
  if (test.operator === 'present') {
    return `SELECT document_id FROM ${s}.document_field WHERE ${ofKeys}
      UNION ALL SELECT document_id FROM ${s}.document_field WHERE EXISTS (
        SELECT 1 FROM unnest(${bind(kept)}::text[]) AS wanted (key) WHERE starts_with(document_field.key, wanted.key || '.'))`
  }
  const asked = test.operator === '=' ? test.values : [test.value]
  const wanted = asked.map(readFieldValue).filter(({ text }) => text !== '')
  return `SELECT document_id FROM ${s}.document_field WHERE ${ofKeys}
    AND (${fieldConditionSql(test.operator, { wanted, bind })})`
}
