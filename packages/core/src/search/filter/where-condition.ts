import { foldLine, type FieldTest, type SearchCondition } from '@recallite/store'
import { MemoryError } from '../../errors.js'

/** A condition on a field. */
export type FieldCondition = Extract<SearchCondition, { kind: 'field' }>

const statement = /^([^=!<>~]*)([=!<>~]*)(.*)$/su
const quoted = /^(["'])(.*)\1$/su
const orders: ReadonlyMap<string, Exclude<FieldTest['operator'], 'present' | '='>> = new Map(
  (['<', '<=', '>', '>='] as const).map((operator) => [operator, operator]),
)

/** Fields that go by either name, as notes have it. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['tag', 'tags'],
  ['tags', 'tag'],
])

function refuse(text: string, reason: string): MemoryError {
  return new MemoryError(
    'OPTION_INVALID',
    `'${text}' is no condition: ${reason}. Write key=value (or !=, <, <=, >, >=), or a key alone for any value.`,
  )
}

function readTest(text: string, operator: string, typed: string): FieldTest {
  const value = quoted.exec(typed)?.[2] ?? typed
  const order = orders.get(operator)
  if (operator !== '=' && operator !== '!=' && order === undefined) {
    throw refuse(text, `there is no operator ${operator}`)
  }
  if (foldLine(value) === '') throw refuse(text, `there is no value behind ${operator}`)
  return order === undefined ? { operator: '=', values: [value] } : { operator: order, value }
}

/**
 * Reads `key=value`, with `!=`, `<`, `<=`, `>` or `>=` as well, or a key alone for having any value. `!=` is all that `=`
 * is not, documents without the field included. A value may stand in quotes.
 * @throws MemoryError `OPTION_INVALID`
 */
export function readWhere(text: string): FieldCondition {
  const [, typedKey = '', operator = '', value = ''] = statement.exec(text) ?? []
  const key = foldLine(typedKey)
  if (key === '') throw refuse(text, 'it names no key')
  if (operator === '' && key.includes(':')) throw refuse(text, 'a colon is no operator')
  const otherName = otherNames.get(key)
  return {
    kind: 'field',
    keys: otherName === undefined ? [key] : [key, otherName].toSorted(),
    test: operator === '' ? { operator: 'present' } : readTest(text, operator, value.trim()),
    isNegated: operator === '!=',
  }
}
