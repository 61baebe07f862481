import { isFromWorkspace, refuseEntry, refuseValue, refuseVariable, type Entry } from '../errors.js'
import type { Resolve, Variables } from './kind.js'

const reference = /\$?\$\{([^}]*)(\}?)/g

/**
 * Reads a text that is not empty. In files `${NAME}` stands for a variable and `$${` for a literal `${`; workspace files,
 * which may come from another person, must not name variables, whose values would be sent as the name of something.
 * @throws SettingsError
 */
export function readText(value: unknown, entry: Entry, expected: string): Resolve<string> {
  if (typeof value !== 'string' || value.trim() === '') return refuseValue(entry, expected)
  if (entry.origin.kind !== 'file') return () => value
  if (![...value.matchAll(reference)].every(isReference)) {
    refuseValue(entry, 'a text in which every ${ begins a ${NAME}; a literal one is written $${')
  }
  if (isFromWorkspace(entry.origin) && hasReference(value)) {
    refuseEntry(
      entry,
      'may not take its value from a variable in a workspace file. Write the value out, or put it into the user file, ~/.recallite/config.yaml.',
    )
  }
  const expand = (variables: Variables) => (found: string, name: string) =>
    found.startsWith('$$') ? found.slice(1) : variables[name] || refuseVariable(entry, name)
  return ({ variables }) => value.replace(reference, expand(variables))
}

function isReference([found, name = '', end]: RegExpMatchArray): boolean {
  return found.startsWith('$$') || (end === '}' && isVariableName(name))
}

/** Whether a name can be a variable's. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

/** Whether a text of a file names a variable; a literal `$${` does not. */
export function hasReference(written: string): boolean {
  return [...written.matchAll(reference)].some(([found]) => !found.startsWith('$$'))
}
