import { foldLine, type FieldTest, type SearchFilter } from '@recallite/store'
import { invalidOption, type MemoryError } from '../../errors.js'

const statement = /^([^=!<>~]*)([=!<>~]*)(.*)$/su
const quoted = /^(["'])(.*)\1$/su
const orders = ['<', '<=', '>', '>='] as const

/** Notes use either name for the same field. */
const tagKeys: readonly string[] = ['tag', 'tags']

/**
 * Reads `key=value`, with `!=`, `<`, `<=`, `>` or `>=` as well, or a key alone for any value. `!=` holds wherever `=` does
 * not, also for documents without the field. A value may be in quotation marks.
 * @throws MemoryError `OPTION_INVALID`
 */
export function readWhere(text: string): SearchFilter {
  const [, typedKey = '', operator = '', value = ''] = statement.exec(text) ?? []
  const key = foldLine(typedKey)
  if (key === '') throw invalidWhere(text, 'it names no key')
  if (operator === '' && key.includes(':')) throw invalidWhere(text, 'a colon is no operator')
  const keys = tagKeys.includes(key) ? tagKeys : [key]
  const field = { kind: 'field', keys, test: readTest(text, operator, value.trim()) } as const
  return operator === '!=' ? { kind: 'not', filter: field } : field
}

/** Whether a condition is a filter as JSON: no key of front matter begins with a brace. */
export function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

const longestQuote = 80

/** @throws MemoryError `OPTION_INVALID` for a text that is not JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
    throw invalidOption(
      `The filter ${shown} is not JSON. Keys and texts stand in double quotes, and in a shell all of it in single quotes: '{"status":"done","priority":{"$gte":2}}'.`,
    )
  }
}

function readTest(text: string, operator: string, typed: string): FieldTest {
  if (operator === '') return { operator: 'present' }
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
