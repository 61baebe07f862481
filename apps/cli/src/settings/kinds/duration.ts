import { refuseValue } from '../place.js'
import { textItself, type Kind } from './kind.js'

const units: ReadonlyMap<string, number> = new Map([
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
])

const written = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/

/** A length of time as text, in the largest unit that keeps it whole. */
function formatDuration(milliseconds: number): string {
  for (const [unit, length] of units) {
    if (milliseconds >= length && milliseconds % length === 0) return `${milliseconds / length}${unit}`
  }
  return `${milliseconds}ms`
}

/** Bounds in milliseconds, both included. */
export interface DurationRange {
  readonly least: number
  readonly most: number
  /** Whether 0 is taken too, with a unit or without. */
  readonly orZero?: boolean
}

/** In milliseconds; NaN for what is no length of time. */
function parseDuration(value: unknown): number {
  if (value === 0 || value === '0') return 0
  const [, amount, unit = ''] = written.exec(typeof value === 'string' ? value.trim() : '') ?? []
  return Math.round(Number(amount) * (units.get(unit) ?? Number.NaN))
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
