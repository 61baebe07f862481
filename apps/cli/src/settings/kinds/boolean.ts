import { refuseValue } from '../place.js'
import type { Kind } from './kind.js'

const allowed = 'true or false'
const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** True or false; in the environment also 1 or 0. */
export const boolean: Kind<boolean> = {
  allowed,
  schema: { type: 'boolean' },
  read({ value }, place) {
    if (typeof value !== 'boolean') return refuseValue(place, allowed)
    return () => value
  },
  fromVariable: (text) => words.get(text.trim().toLowerCase()) ?? text,
  show: (value) => value,
}
