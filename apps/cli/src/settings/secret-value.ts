import { inspect } from 'node:util'
import { refuseVariable, type Place } from './place.js'
import type { Variables } from './surroundings.js'

/** A secret that is known by the variable it stands in; printing it, in whatever way, prints no more than that. */
export interface Secret {
  /** As a file has it: `${OPENAI_API_KEY}`. */
  readonly reference: string
  /** Whether the variable has a value. */
  readonly isSet: boolean
  /**
   * The secret itself.
   * @throws SettingsError `SETTINGS_VARIABLE_UNSET`
   */
  reveal(): string
}

/** The secret in a variable; that it is missing is an error only for who wants it. */
export function secretIn(name: string, variables: Variables, place: Place): Secret {
  const value = variables[name]?.trim() || undefined
  const reference = `\${${name}}`
  const secret = {
    reference,
    isSet: value !== undefined,
    reveal: () => value ?? refuseVariable(place, name),
  }
  const silent = { value: () => reference }
  return Object.freeze(
    Object.defineProperties(secret, { toJSON: silent, toString: silent, [inspect.custom]: silent }),
  )
}
