import { refuseValue, nearestHint } from '../errors.js'
import { type Kind, textItself } from './kind.js'

const booleanWords: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** True or false; in the environment also 1 or 0. */
export const boolean: Kind<boolean> = {
  allowed: 'true or false',
  schema: { type: 'boolean' },
  read({ value }, place) {
    if (typeof value !== 'boolean') return refuseValue(place, 'true or false')
    return () => value
  },
  fromVariable: (text) => booleanWords[text.trim().toLowerCase()] ?? text,
  show: (value) => value,
}

interface NumberRange {
  readonly least: number
  /** Default: no bound. */
  readonly most?: number
  readonly isWhole?: boolean
}

/** A number within bounds, both included. */
export function number({ least, most = Infinity, isWhole = false }: NumberRange): Kind<number> {
  const bounds = most === Infinity ? `from ${least}` : `from ${least} to ${most}`
  const allowed = `${isWhole ? 'a whole number' : 'a number'} ${bounds}`
  const isAllowed = (value: number) =>
    Number.isFinite(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value))
  return {
    allowed,
    schema: {
      type: isWhole ? 'integer' : 'number',
      minimum: least,
      ...(most === Infinity ? {} : { maximum: most }),
    },
    read({ value }, place) {
      if (typeof value !== 'number' || !isAllowed(value)) return refuseValue(place, allowed)
      return () => value
    },
    fromVariable: (text) => (text.trim() === '' ? text : Number(text)),
    show: (value) => value,
  }
}

/** One of several names. */
export function oneOf<const Name extends string>(names: readonly Name[]): Kind<Name> {
  const allowed = `one of ${names.join(', ')}`
  return {
    allowed,
    schema: { enum: names },
    read({ value }, place) {
      const name = names.find((each) => each === value)
      if (name !== undefined) return () => name
      return refuseValue(place, allowed, typeof value === 'string' ? nearestHint(value, names) : '')
    },
    fromVariable: textItself,
    show: textItself,
  }
}

/** Bounds in milliseconds, both included. */
interface DurationRange {
  readonly least: number
  readonly most: number
  /** Whether 0 is taken too, with a unit or without. */
  readonly orZero?: boolean
}

/** A length of time such as `5s`; its value is in milliseconds, whole ones. */
export function duration({ least, most, orZero = false }: DurationRange): Kind<number> {
  const bounds = `from ${formatDuration(least)} to ${formatDuration(most)}`
  const allowed = `a length of time such as 500ms, 5s or 2m, ${bounds}${orZero ? ', or 0' : ''}`
  const schema = { type: 'string', pattern: '^[0-9]+([.][0-9]+)?\\s*(ms|s|m|h|d)$' }
  return {
    allowed,
    schema: orZero ? { anyOf: [schema, { enum: [0, '0'] }] } : schema,
    read({ value }, place) {
      const milliseconds = parseDuration(value)
      const isFine = (milliseconds >= least && milliseconds <= most) || (orZero && milliseconds === 0)
      return isFine ? () => milliseconds : refuseValue(place, allowed)
    },
    fromVariable: textItself,
    show: (milliseconds) => (milliseconds === 0 ? 0 : formatDuration(milliseconds)),
  }
}

/** Largest first, in milliseconds. */
const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In the largest unit that gives a whole number. */
function formatDuration(milliseconds: number): string {
  for (const [unit, length] of Object.entries(units)) {
    if (milliseconds >= length && milliseconds % length === 0) return `${milliseconds / length}${unit}`
  }
  return `${milliseconds}ms`
}

const written = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/

/** In milliseconds; NaN for what is no length of time. */
function parseDuration(value: unknown): number {
  if (value === 0 || value === '0') return 0
  const [, amount, unit = ''] = written.exec(typeof value === 'string' ? value.trim() : '') ?? []
  return Math.round(Number(amount) * (units[unit] ?? Number.NaN))
}
