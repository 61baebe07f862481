import { fieldsOf, foldLine, readFieldValue, type FieldValue } from '@recallite/store'
import { Refusal } from './refusal.ts'

/** A condition such as `status=open`, read. */
export interface FieldTest {
  readonly keys: readonly string[]
  /** '' for having any value. */
  readonly operator: string
  readonly value: FieldValue
}

const operators = new Set(['', '=', '!=', '<', '<=', '>', '>='])
/** One field by two names. */
const tagKeys = ['tag', 'tags']

function isEqual(value: FieldValue, wanted: FieldValue) {
  if (value.text === wanted.text) return true
  if (value.first === null || value.last === null || wanted.first === null || wanted.last === null)
    return false
  return value.first >= wanted.first && value.last <= wanted.last
}

/** The ends of the two spans that an operator compares. */
const ends: Readonly<Record<string, readonly ['first' | 'last', 'first' | 'last']>> = {
  '<': ['last', 'first'],
  '<=': ['last', 'last'],
  '>': ['first', 'last'],
  '>=': ['first', 'first'],
}

function fits(order: number, operator: string) {
  if (order === 0) return operator === '<=' || operator === '>='
  return operator.startsWith(order < 0 ? '<' : '>')
}

const isText = ({ number, first }: FieldValue) => number === null && first === null

function isOrdered(value: FieldValue, wanted: FieldValue, operator: string) {
  const [end, wantedEnd] = ends[operator] ?? ['first', 'first']
  const [edge, wantedEdge] = [value[end], wanted[wantedEnd]]
  const orders: number[] = []
  if (value.number !== null && wanted.number !== null) orders.push(value.number - wanted.number)
  if (edge !== null && wantedEdge !== null) orders.push(edge < wantedEdge ? -1 : Number(edge > wantedEdge))
  if (isText(value) && isText(wanted))
    orders.push(Buffer.compare(Buffer.from(value.text), Buffer.from(wanted.text)))
  return orders.some((order) => fits(order, operator))
}

function unquoted(typed: string) {
  const isQuoted = typed.length > 1 && /^["']/u.test(typed) && typed.at(-1) === typed[0]
  return isQuoted ? typed.slice(1, -1) : typed
}

/**
 * Reads a condition on front matter.
 * @throws Refusal
 */
export function readFieldTest(text: string): FieldTest {
  const signs = /[=!<>~]+/u.exec(text)
  const [typedKey, operator] = signs ? [text.slice(0, signs.index), signs[0]] : [text, '']
  const key = foldLine(typedKey)
  const value = readFieldValue(unquoted(text.slice(typedKey.length + operator.length).trim()))
  const isMeant = operator === '' ? !key.includes(':') : value.text !== ''
  if (key === '' || !operators.has(operator) || !isMeant) throw new Refusal('OPTION_INVALID')
  return { keys: tagKeys.includes(key) ? tagKeys : [key], operator, value }
}

/** Whether a document's front matter passes; how values are read is compared with an oracle where filters are tested. */
export function passesField(
  metadata: Readonly<Record<string, unknown>>,
  { keys, operator, value }: FieldTest,
) {
  const fields = fieldsOf(metadata)
  if (operator === '')
    return fields.some(({ key }) => keys.some((wanted) => key === wanted || key.startsWith(`${wanted}.`)))
  const kept = fields.filter(({ key }) => keys.includes(key))
  if (operator === '=') return kept.some((each) => isEqual(each, value))
  if (operator === '!=') return !kept.some((each) => isEqual(each, value))
  return kept.some((each) => isOrdered(each, value, operator))
}
