import { inspect } from 'node:util'
import { isVariableName } from './text.js'
import { isInWorkspace, refusePlace, type Place, refuseVariable } from '../errors.js'
import type { Kind, Variables } from './kind.js'

const allowed = 'a reference to an environment variable, such as ${OPENAI_API_KEY}'

/**
 * A key that stands in an environment variable.
 * @param usual the variables that a workspace file may name: one from elsewhere must not send others' secrets along
 */
export function secret(usual: readonly string[]): Kind<Secret> {
  return {
    allowed,
    schema: { type: 'string', pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' },
    read({ value }, place) {
      const name = variableOf(value, place)
      if (isInWorkspace(place) && !usual.includes(name)) {
        refusePlace(
          place,
          `may only name ${usual.join(' or ')} in a workspace file. Name others in the user file, ~/.recallite/config.yaml.`,
        )
      }
      return ({ variables }) => secretIn(name, variables, place)
    },
    fromVariable: (_text, name) => `\${${name}}`,
    show: (value) => value.reference,
  }
}

const reference = /^\$\{([^}]*)\}$/

function variableOf(value: unknown, place: Place): string {
  const [, name = ''] = reference.exec(typeof value === 'string' ? value.trim() : '') ?? []
  if (isVariableName(name)) return name
  return refusePlace(
    place,
    `must be ${allowed}: keys do not belong into files. Set the variable and name it here.`,
  )
}

/** A missing variable is an error only when the secret is used. */
function secretIn(name: string, variables: Variables, place: Place): Secret {
  const value = variables[name]?.trim() || undefined
  const written = `\${${name}}`
  const shown = {
    reference: written,
    isSet: value !== undefined,
    reveal: () => value ?? refuseVariable(place, name),
  }
  const silent = { value: () => written }
  return Object.freeze(
    Object.defineProperties(shown, { toJSON: silent, toString: silent, [inspect.custom]: silent }),
  )
}

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
