import { refuseValue } from '../place.js'
import type { Kind } from './kind.js'

/** What a number must be. */
export interface NumberRange {
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
