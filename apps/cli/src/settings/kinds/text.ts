import { assertReferences, expandVariables, hasReference } from '../expand.js'
import { isInWorkspace, refusePlace, refuseValue, type Place } from '../place.js'
import { textItself, type Kind, type Settle } from './kind.js'

const allowed = 'a text that is not empty'

/** A workspace file may come with a folder from elsewhere; it must not send a variable along as the name of something. */
function assertNoVariable(text: string, place: Place): void {
  if (!isInWorkspace(place) || !hasReference(text)) return
  refusePlace(
    place,
    'may not take its value from a variable in a workspace file. Write the value out, or put it into the user file, ~/.recallite/config.yaml.',
  )
}

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

/** A text that is not empty. */
export const text: Kind<string> = {
  allowed,
  schema: { type: 'string', minLength: 1 },
  read: ({ value }, place) => readText(value, place),
  fromVariable: textItself,
  show: textItself,
}
