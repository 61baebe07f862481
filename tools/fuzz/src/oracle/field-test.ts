import { foldLine } from '@recallite/store'
import { spanOf } from './dates.ts'
import { Refusal } from './refusal.ts'

/** A condition such as `status=open`, read. */
export interface FieldTest {
  readonly keys: readonly string[]
  /** '' for having any value. */
  readonly operator: string
  /** Folded. */
  readonly value: string
}

const operators = new Set(['', '=', '!=', '<', '<=', '>', '>='])
/** One field by two names. */
const tagKeys = ['tag', 'tags']

/** @param text folded */
function numberOf(text: string) {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/u.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER || (!Number.isInteger(value) && Number.isFinite(value))
    ? value
    : undefined
}

function isEqual(value: string, wanted: string) {
  const [number, other] = [numberOf(value), numberOf(wanted)]
  if (number !== undefined && other !== undefined ? number === other : value === wanted) return true
  const [span, within] = [spanOf(value), spanOf(wanted)]
  return span !== undefined && within !== undefined && span[0] >= within[0] && span[1] <= within[1]
}

function fits(order: number, operator: string) {
  if (order === 0) return operator === '<=' || operator === '>='
  return operator.startsWith(order < 0 ? '<' : '>')
}

/** The ends of the two spans that an operator compares: 0 the first, 1 the last. */
const ends: ReadonlyMap<string, readonly [0 | 1, 0 | 1]> = new Map([
  ['<', [1, 0]],
  ['<=', [1, 1]],
  ['>', [0, 1]],
  ['>=', [0, 0]],
])

/**
 * A value as everything it can be compared as.
 * @param text folded
 */
function readValue(text: string) {
  const [number, span] = [numberOf(text), spanOf(text)]
  return { number, span, bytes: number === undefined && span === undefined ? Buffer.from(text) : undefined }
}

function isOrdered(text: string, wanted: string, operator: string) {
  const [value, other] = [readValue(text), readValue(wanted)]
  const [end, otherEnd] = ends.get(operator) ?? [0, 0]
  const orders: number[] = []
  if (value.number !== undefined && other.number !== undefined)
    orders.push(Math.sign(value.number - other.number))
  if (value.span && other.span) orders.push(Math.sign(value.span[end] - other.span[otherEnd]))
  if (value.bytes && other.bytes) orders.push(Buffer.compare(value.bytes, other.bytes))
  return orders.some((order) => fits(order, operator))
}

function entriesIn(value: unknown, key: string): (readonly [key: string, value: string])[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => entriesIn(item, key))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) => entriesIn(item, `${key}.${foldLine(name)}`))
  }
  const text = foldLine(String(value))
  return text === '' ? [] : [[key, text]]
}

function isMeant({ keys, operator, value }: FieldTest) {
  if (keys.includes('') || !operators.has(operator)) return false
  return operator === '' ? !keys.some((key) => key.includes(':')) : value !== ''
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
  const test = {
    keys: tagKeys.includes(key) ? tagKeys : [key],
    operator,
    value: foldLine(unquoted(text.slice(typedKey.length + operator.length).trim())),
  }
  if (!isMeant(test)) throw new Refusal('OPTION_INVALID')
  return test
}

/** Whether a document's front matter passes. */
export function passesField(
  metadata: Readonly<Record<string, unknown>>,
  { keys, operator, value }: FieldTest,
) {
  const entries = Object.entries(metadata).flatMap(([name, item]) => entriesIn(item, foldLine(name)))
  if (operator === '') {
    return entries.some(([key]) => keys.some((wanted) => key === wanted || key.startsWith(`${wanted}.`)))
  }
  const kept = entries.flatMap(([key, text]) => (keys.includes(key) ? [text] : []))
  if (operator === '=') return kept.some((text) => isEqual(text, value))
  if (operator === '!=') return !kept.some((text) => isEqual(text, value))
  return kept.some((text) => isOrdered(text, value, operator))
}
