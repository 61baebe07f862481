import { foldLine, readFieldValue, type FieldTest, type FieldValue } from '@recallite/store'
import { givenIds, type Membership, type SqlCondition } from './membership.js'

type Order = Exclude<FieldTest['operator'], 'present' | '='>

function ofFields(keys: readonly string[], { sql, values }: SqlCondition): Membership {
  return {
    column: 'document_id',
    sql: `SELECT field.document_id FROM document_field AS field WHERE field.key IN (${givenIds}) AND (${sql})`,
    values: [JSON.stringify(keys), ...values],
  }
}

/** Behind a key come the fields in it, its name and a dot before theirs; a slash is what follows the dot. */
function present(keys: readonly string[]): Membership {
  const ofKey = 'SELECT field.document_id FROM json_each(?) AS wanted CROSS JOIN document_field AS field'
  return {
    column: 'document_id',
    sql: `${ofKey} ON field.key = wanted.value
UNION ALL
${ofKey} ON field.key >= wanted.value || '.' AND field.key < wanted.value || '/'`,
    values: [JSON.stringify(keys), JSON.stringify(keys)],
  }
}

function equal(wanted: readonly FieldValue[]): SqlCondition {
  const spans = wanted.filter(({ first }) => first !== null).map(({ first, last }) => [first, last])
  return {
    sql: `field.text IN (${givenIds}) OR (field.first IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(?) AS span WHERE field.first >= span.value ->> 0 AND field.last <= span.value ->> 1))`,
    values: [JSON.stringify(wanted.map(({ text }) => text)), JSON.stringify(spans)],
  }
}

/** Which ends of two dates an operator compares. */
const ends = {
  '<': ['last', 'first'],
  '<=': ['last', 'last'],
  '>': ['first', 'last'],
  '>=': ['first', 'first'],
} as const satisfies Record<Order, readonly ['first' | 'last', 'first' | 'last']>

function ordered(operator: Order, wanted: FieldValue): SqlCondition {
  const [end, wantedEnd] = ends[operator]
  const parts: SqlCondition[] = []
  if (wanted.number !== null) parts.push({ sql: `field.number ${operator} ?`, values: [wanted.number] })
  if (wanted.first !== null) parts.push({ sql: `field.${end} ${operator} ?`, values: [wanted[wantedEnd]] })
  if (parts.length === 0) {
    const isText = 'field.number IS NULL AND field.first IS NULL'
    parts.push({ sql: `${isText} AND field.text ${operator} ?`, values: [wanted.text] })
  }
  return { sql: parts.map(({ sql }) => sql).join(' OR '), values: parts.flatMap(({ values }) => values) }
}

/** The documents one of whose fields passes a test. */
export function fieldMembership(keys: readonly string[], test: FieldTest): Membership {
  const folded = keys.map(foldLine)
  if (test.operator === 'present') return present(folded)
  const asked = test.operator === '=' ? test.values : [test.value]
  const wanted = asked.map(readFieldValue).filter(({ text }) => text !== '')
  const [first] = wanted
  if (first === undefined || test.operator === '=') return ofFields(folded, equal(wanted))
  return ofFields(folded, ordered(test.operator, first))
}
