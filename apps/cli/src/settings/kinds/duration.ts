import { refuseValue } from '../place.js'
import { textItself, type Kind } from './kind.js'

const units: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
])

const written = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/

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
}

/** A length of time such as `5s`; its value is in milliseconds, whole ones. */
export function duration({ least, most }: DurationRange): Kind<number> {
  const bounds = `from ${formatDuration(least)} to ${formatDuration(most)}`
  const allowed = `a length of time such as 500ms, 5s or 2m, ${bounds}`
  return {
    allowed,
    schema: { type: 'string', pattern: '^[0-9]+([.][0-9]+)?\\s*(ms|s|m|h)$' },
    read({ value }, place) {
      const [, amount, unit = ''] = written.exec(typeof value === 'string' ? value.trim() : '') ?? []
      const milliseconds = Math.round(Number(amount) * (units.get(unit) ?? Number.NaN))
      if (!(milliseconds >= least && milliseconds <= most)) return refuseValue(place, allowed)
      return () => milliseconds
    },
    fromVariable: textItself,
    show: formatDuration,
  }
}
