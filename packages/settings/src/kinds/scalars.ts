import { refuseValue, nearestHint } from '../errors.js'
import type { Kind } from './kind.js'

const booleanWords: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** True or false; in the environment also 1 or 0. */
export const boolean: Kind<boolean> = {
  allowed: 'true or false',
  schema: { type: 'boolean' },
  read({ value }, entry) {
    return typeof value === 'boolean' ? () => value : refuseValue(entry, 'true or false')
  },
  fromVariable: (text) => booleanWords[text.trim().toLowerCase()] ?? text,
}

/** A number within bounds, both included; with `isAbove` without the lower one. */
export function number(range: {
  least: number
  most?: number
  isAbove?: boolean
  isWhole?: boolean
}): Kind<number> {
  const { least, most = Infinity, isAbove = false, isWhole = false } = range
  const bounds = isAbove ? `above ${least}` : most === Infinity ? `from ${least}` : `from ${least} to ${most}`
  const allowed = `${isWhole ? 'a whole number' : 'a number'} ${bounds}`
  const isInside = (value: number) => (isAbove ? value > least : value >= least) && value <= most
  const isAllowed = (value: number) =>
    Number.isFinite(value) && isInside(value) && (!isWhole || Number.isInteger(value))
  const lowest = isAbove ? { exclusiveMinimum: least } : { minimum: least }
  const schema = { type: isWhole ? 'integer' : 'number', ...lowest }
  return {
    allowed,
    schema: most === Infinity ? schema : { ...schema, maximum: most },
    read({ value }, entry) {
      return typeof value === 'number' && isAllowed(value) ? () => value : refuseValue(entry, allowed)
    },
    fromVariable: (text) => (text.trim() === '' ? text : Number(text)),
  }
}

/** A whole number within bounds. */
export function whole(least: number, most = Infinity): Kind<number> {
  return number({ least, most, isWhole: true })
}

/** One of several names. */
export function oneOf<const Name extends string>(names: readonly Name[]): Kind<Name> {
  const allowed = `one of ${names.join(', ')}`
  return {
    allowed,
    schema: { enum: names },
    read({ value }, entry) {
      const name = names.find((each) => each === value)
      if (name !== undefined) return () => name
      return refuseValue(entry, allowed, typeof value === 'string' ? nearestHint(value, names) : '')
    },
  }
}

/**
 * A length of time such as `5s`; its value is a whole number of milliseconds.
 * @param range in milliseconds, both bounds included; with `orZero` also 0, with a unit or without
 */
export function duration(range: { least: number; most: number; orZero?: boolean }): Kind<number> {
  const { least, most, orZero = false } = range
  const bounds = `from ${formatDuration(least)} to ${formatDuration(most)}`
  const allowed = `a length of time such as 500ms, 5s or 2m, ${bounds}${orZero ? ', or 0' : ''}`
  const schema = { type: 'string', pattern: '^[0-9]+([.][0-9]+)?\\s*(ms|s|m|h|d)$' }
  return {
    allowed,
    schema: orZero ? { anyOf: [schema, { enum: [0, '0'] }] } : schema,
    read({ value }, entry) {
      const milliseconds = parseDuration(value)
      const isAllowed = (milliseconds >= least && milliseconds <= most) || (orZero && milliseconds === 0)
      return isAllowed ? () => milliseconds : refuseValue(entry, allowed)
    },
    show: (milliseconds) => (milliseconds === 0 ? 0 : formatDuration(milliseconds)),
  }
}

/** Largest first, in milliseconds. */
const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In the largest unit that gives a whole number. */
function formatDuration(milliseconds: number): string {
  const isWhole = ([, length]: [string, number]) => milliseconds >= length && milliseconds % length === 0
  const [unit, length] = Object.entries(units).find(isWhole) ?? ['ms', 1]
  return `${milliseconds / length}${unit}`
}

/** A length of time such as `5s`, in milliseconds; NaN for a value that is none. */
export function parseDuration(value: unknown): number {
  if (value === 0 || value === '0') return 0
  const pattern = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/
  const [, amount, unit = ''] = pattern.exec(typeof value === 'string' ? value.trim() : '') ?? []
  return Math.round(Number(amount) * (units[unit] ?? Number.NaN))
}
