import { isInWorkspace, refusePlace, refuseValue, type Place, refuseVariable } from '../errors.js'
import { textItself, type Kind, type Settle, type Variables } from './kind.js'

const allowed = 'a text that is not empty'

/**
 * Reads a text that is not empty; in files `${NAME}` stands for a variable, but not in those of a workspace.
 * @throws SettingsError
 */
export function readText(value: unknown, place: Place, expected = allowed): Settle<string> {
  if (typeof value !== 'string' || value.trim() === '') return refuseValue(place, expected)
  if (place.origin.kind !== 'file') return () => value
  assertReferences(value, place)
  assertNoVariable(value, place)
  return ({ variables }) => expandVariables(value, variables, place)
}

const reference = /\$?\$\{([^}]*)(\}?)/g

function assertReferences(text: string, place: Place): void {
  for (const [whole, name = '', end] of text.matchAll(reference)) {
    const isFine = whole.startsWith('$$') || (end === '}' && isVariableName(name))
    if (!isFine) {
      refuseValue(place, 'a text in which every ${ begins a ${NAME}; a literal one is written $${')
    }
  }
}

/** A workspace file, which may come from elsewhere, must not send a variable's value as the name of something. */
function assertNoVariable(text: string, place: Place): void {
  if (!isInWorkspace(place) || !hasReference(text)) return
  refusePlace(
    place,
    'may not take its value from a variable in a workspace file. Write the value out, or put it into the user file, ~/.recallite/config.yaml.',
  )
}

/**
 * A text of a file with `${NAME}` replaced by the variable, and `$${` by a literal `${`.
 * @throws SettingsError `SETTINGS_VARIABLE_UNSET`
 */
function expandVariables(text: string, variables: Variables, place: Place): string {
  return text.replace(reference, (whole, name: string) => {
    if (whole.startsWith('$$')) return whole.slice(1)
    return variables[name] || refuseVariable(place, name)
  })
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A text that is not empty. */
export const text: Kind<string> = {
  allowed,
  schema: { type: 'string', minLength: 1 },
  read: ({ value }, place) => readText(value, place),
  fromVariable: textItself,
  show: textItself,
}

/** Whether a name can be a variable's. */
export function isVariableName(name: string): boolean {
  return variableName.test(name)
}

/** Whether a text of a file names a variable; a literal `$${` does not. */
export function hasReference(written: string): boolean {
  return [...written.matchAll(reference)].some(([whole]) => !whole.startsWith('$$'))
}
