import { foldLine, type FieldTest, type SearchCondition } from '@recallite/store'
import { invalidOption, type MemoryError } from '../../errors.js'

/** A condition on a field. */
export type FieldCondition = Extract<SearchCondition, { kind: 'field' }>

const statement = /^([^=!<>~]*)([=!<>~]*)(.*)$/su
const quoted = /^(["'])(.*)\1$/su
const orders = ['<', '<=', '>', '>='] as const

/** Notes use either name for the same field. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['tag', 'tags'],
  ['tags', 'tag'],
])

/**
 * Reads `key=value`, with `!=`, `<`, `<=`, `>` or `>=` as well, or a key alone for any value. `!=` holds wherever `=` does
 * not, also for documents without the field. A value may be in quotation marks.
 * @throws MemoryError `OPTION_INVALID`
 */
export function readWhere(text: string): FieldCondition {
  const [, typedKey = '', operator = '', value = ''] = statement.exec(text) ?? []
  const key = foldLine(typedKey)
  if (key === '') throw invalidWhere(text, 'it names no key')
  if (operator === '' && key.includes(':')) throw invalidWhere(text, 'a colon is no operator')
  const otherName = otherNames.get(key)
  return {
    kind: 'field',
    keys: otherName === undefined ? [key] : [key, otherName].toSorted(),
    test: operator === '' ? { operator: 'present' } : readTest(text, operator, value.trim()),
    isNegated: operator === '!=',
  }
}

function readTest(text: string, operator: string, typed: string): FieldTest {
  const value = quoted.exec(typed)?.[2] ?? typed
  const order = orders.find((each) => each === operator)
  if (operator !== '=' && operator !== '!=' && order === undefined) {
    throw invalidWhere(text, `there is no operator ${operator}`)
  }
  if (foldLine(value) === '') throw invalidWhere(text, `there is no value behind ${operator}`)
  return order === undefined ? { operator: '=', values: [value] } : { operator: order, value }
}

function invalidWhere(text: string, reason: string): MemoryError {
  return invalidOption(
    `'${text}' is not a condition: ${reason}. Write key=value (or !=, <, <=, >, >=), a key alone for any value, or a filter as JSON: {"key":"value"}.`,
  )
}
