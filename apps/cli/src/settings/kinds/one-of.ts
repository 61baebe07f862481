import { nearestHint, refuseValue } from '../place.js'
import { textItself, type Kind } from './kind.js'

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
