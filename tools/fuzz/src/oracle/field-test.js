import { foldLine } from '@recallite/store'
import { spanOf } from './dates.js'
import { Refusal } from './refusal.js'

/**
 * @typedef {object} FieldTest a condition such as `status=open`, read
 * @property {readonly string[]} keys
 * @property {string} operator '' for having any value
 * @property {string} value folded
 */

const operators = new Set(['', '=', '!=', '<', '<=', '>', '>='])
/** One field by two names. */
const tagKeys = ['tag', 'tags']

/** @param {string} text folded */
function numberOf(text) {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/u.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER || (!Number.isInteger(value) && Number.isFinite(value))
    ? value
    : undefined
}

/** @param {string} value @param {string} wanted */
function isEqual(value, wanted) {
  const [number, other] = [numberOf(value), numberOf(wanted)]
  if (number !== undefined && other !== undefined ? number === other : value === wanted) return true
  const [span, within] = [spanOf(value), spanOf(wanted)]
  return span !== undefined && within !== undefined && span[0] >= within[0] && span[1] <= within[1]
}

/** @param {number} order @param {string} operator */
function fits(order, operator) {
  if (order === 0) return operator === '<=' || operator === '>='
  return operator.startsWith(order < 0 ? '<' : '>')
}

/** The ends of the two spans that an operator compares: 0 the first, 1 the last. @type {ReadonlyMap<string, readonly [0 | 1, 0 | 1]>} */
const ends = new Map([
  ['<', [1, 0]],
  ['<=', [1, 1]],
  ['>', [0, 1]],
  ['>=', [0, 0]],
])

/**
 * A value as everything it can be compared as.
 * @param {string} text folded
 */
function readValue(text) {
  const [number, span] = [numberOf(text), spanOf(text)]
  return { number, span, bytes: number === undefined && span === undefined ? Buffer.from(text) : undefined }
}

/** @param {string} text @param {string} wanted @param {string} operator */
function isOrdered(text, wanted, operator) {
  const [value, other] = [readValue(text), readValue(wanted)]
  const [end, otherEnd] = ends.get(operator) ?? [0, 0]
  /** @type {number[]} */
  const orders = []
  if (value.number !== undefined && other.number !== undefined)
    orders.push(Math.sign(value.number - other.number))
  if (value.span && other.span) orders.push(Math.sign(value.span[end] - other.span[otherEnd]))
  if (value.bytes && other.bytes) orders.push(Buffer.compare(value.bytes, other.bytes))
  return orders.some((order) => fits(order, operator))
}

/** @param {unknown} value @param {string} key @returns {(readonly [key: string, value: string])[]} */
function entriesIn(value, key) {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => entriesIn(item, key))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) => entriesIn(item, `${key}.${foldLine(name)}`))
  }
  const text = foldLine(String(value))
  return text === '' ? [] : [[key, text]]
}

/** @param {FieldTest} test */
function isMeant({ keys, operator, value }) {
  if (keys.includes('') || !operators.has(operator)) return false
  return operator === '' ? !keys.some((key) => key.includes(':')) : value !== ''
}

/** @param {string} typed */
function unquoted(typed) {
  const isQuoted = typed.length > 1 && /^["']/u.test(typed) && typed.at(-1) === typed[0]
  return isQuoted ? typed.slice(1, -1) : typed
}

/**
 * Reads a condition on front matter.
 * @param {string} text
 * @returns {FieldTest}
 * @throws Refusal
 */
export function readFieldTest(text) {
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

/**
 * Whether a document's front matter passes.
 * @param {Readonly<Record<string, unknown>>} metadata
 * @param {FieldTest} test
 */
export function passesField(metadata, { keys, operator, value }) {
  const entries = Object.entries(metadata).flatMap(([name, item]) => entriesIn(item, foldLine(name)))
  if (operator === '') {
    return entries.some(([key]) => keys.some((wanted) => key === wanted || key.startsWith(`${wanted}.`)))
  }
  const kept = entries.flatMap(([key, text]) => (keys.includes(key) ? [text] : []))
  if (operator === '=') return kept.some((text) => isEqual(text, value))
  if (operator === '!=') return !kept.some((text) => isEqual(text, value))
  return kept.some((text) => isOrdered(text, value, operator))
}
