import { maximumGlobLength, foldLine, type FieldTest, type SearchFilter } from '@recallite/store'
import { invalidOption, type MemoryError } from '../../errors.js'

const wildcard = /[*?[{]/u
/** Leading slashes, with `./` counted as one; the name; trailing slashes. */
const parts = /^((?:\.?\/)*)(.*?)(\/*)$/su
/** The glob repeats the path three times. */
const maxPathLength = Math.floor(maximumGlobLength / 4)

/**
 * Turns a typed path into a glob. Without a slash it is a name in any folder; with a leading slash it starts at the root; with a
 * trailing slash it is a folder. Without wildcards (`*`, `?`, `[`, `{`) it also matches everything in a folder of that name and a
 * file without its extension, and backslashes count as slashes.
 * @throws MemoryError `OPTION_INVALID`
 */
export function pathGlob(text: string): string {
  assertSearchable(text)
  const hasWildcards = wildcard.test(text)
  const path = hasWildcards ? text : text.replaceAll('\\', '/')
  const [, front, name = '', slashes] = parts.exec(path.trim()) ?? []
  if (name === '') return '**'
  const folder = front === '' && !name.includes('/') ? '**/' : ''
  if (slashes !== '') return `${folder}${name}/**`
  if (hasWildcards) return `${folder}${name}`
  const plain = name.replaceAll(/[,}]/gu, '\\$&')
  return `${folder}{${plain},${plain}.*,${plain}/**}`
}

function assertSearchable(text: string): void {
  if (text.trim() === '') {
    throw invalidOption('The path filter is empty. Name a file or a folder.')
  }
  if (text.length > maxPathLength) {
    throw invalidOption(`The path ${text.slice(0, 40)}… is too long for a filter. Shorten it.`)
  }
}

const statement = /^([^=!<>~]*)([=!<>~]*)(.*)$/su
const quoted = /^(["'])(.*)\1$/su
const orders = ['<', '<=', '>', '>='] as const

/** Two names of the same field. */
const tagKeys: readonly string[] = ['tag', 'tags']

/**
 * Reads `key=value`, or with `!=`, `<`, `<=`, `>` or `>=`, or just a key for any value. `!=` also matches documents without the
 * field. A value may be quoted.
 * @throws MemoryError `OPTION_INVALID`
 */
export function readWhere(text: string): SearchFilter {
  const [, typedKey = '', operator = '', value = ''] = statement.exec(text) ?? []
  const key = foldLine(typedKey)
  if (key === '') throw invalidWhere(text, 'it has no key')
  if (operator === '' && key.includes(':')) throw invalidWhere(text, 'a colon is not an operator')
  const keys = tagKeys.includes(key) ? tagKeys : [key]
  const field = { kind: 'field', keys, test: readTest(text, operator, value.trim()) } as const
  return operator === '!=' ? { kind: 'not', filter: field } : field
}

/** Whether a condition is a JSON filter: no key of front matter begins with a brace. */
export function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

const maxQuoteLength = 80

/** @throws MemoryError `OPTION_INVALID` for a text that is not JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const excerpt = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
    throw invalidOption(
      `The filter ${excerpt} is not JSON. Put keys and texts in double quotes, and in a shell the whole filter in single quotes: '{"status":"done","priority":{"$gte":2}}'.`,
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
  if (foldLine(value) === '') throw invalidWhere(text, `there is no value after ${operator}`)
  return order === undefined ? { operator: '=', values: [value] } : { operator: order, value }
}

function invalidWhere(text: string, reason: string): MemoryError {
  return invalidOption(
    `'${text}' is not a condition: ${reason}. Write key=value (or !=, <, <=, >, >=), just a key for any value, or a JSON filter: {"key":"value"}.`,
  )
}
