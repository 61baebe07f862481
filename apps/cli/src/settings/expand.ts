import { refuseValue, refuseVariable, type Place } from './place.js'
import type { Variables } from './surroundings.js'

const reference = /\$?\$\{([^}]*)(\}?)/g
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Whether a name can be a variable's. */
export function isVariableName(name: string): boolean {
  return variableName.test(name)
}

/** Whether a text of a file names a variable; a literal `$${` does not. */
export function hasReference(text: string): boolean {
  return [...text.matchAll(reference)].some(([whole]) => !whole.startsWith('$$'))
}

/** @throws SettingsError `SETTINGS_INVALID_VALUE` where a reference in a text of a file is not `${NAME}` */
export function assertReferences(text: string, place: Place): void {
  for (const [whole, name = '', end] of text.matchAll(reference)) {
    const isFine = whole.startsWith('$$') || (end === '}' && isVariableName(name))
    if (!isFine) {
      refuseValue(place, 'a text in which every ${ begins a ${NAME}; a literal one is written $${')
    }
  }
}

/**
 * A text of a file with `${NAME}` replaced by the variable, and `$${` by a literal `${`.
 * @throws SettingsError `SETTINGS_VARIABLE_UNSET`
 */
export function expandVariables(text: string, variables: Variables, place: Place): string {
  return text.replace(reference, (whole, name: string) => {
    if (whole.startsWith('$$')) return whole.slice(1)
    return variables[name] || refuseVariable(place, name)
  })
}
