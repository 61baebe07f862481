import { inspect } from 'node:util'
import { isVariableName } from './text.js'
import { isFromWorkspace, refuseEntry, refuseVariable } from '../errors.js'
import type { Kind } from './kind.js'

/** A secret that is known by its variable; printing it in any way prints the variable's name only. */
export interface Secret {
  /** As a file has it: `${OPENAI_API_KEY}`. */
  readonly reference: string
  /** Whether the variable has a value. */
  readonly isSet: boolean
  /** The secret itself; throws a SettingsError `SETTINGS_VARIABLE_UNSET`. */
  reveal(): string
}

/** The name of the variable that holds a secret. */
export function variableOf({ reference }: Pick<Secret, 'reference'>): string {
  return reference.replace(/^\$\{|\}$/gu, '')
}

const allowed = 'a reference to an environment variable, such as ${OPENAI_API_KEY}'

/**
 * A key that an environment variable holds. A missing variable is an error only when the secret is used.
 * @param usual the variables that a workspace file may name: one from another person must not have other secrets sent
 */
export function secret(usual: readonly string[]): Kind<Secret> {
  return {
    allowed,
    schema: { type: 'string', pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' },
    read({ value }, entry) {
      const [, name = ''] = /^\$\{([^}]*)\}$/.exec(typeof value === 'string' ? value.trim() : '') ?? []
      if (!isVariableName(name)) {
        refuseEntry(
          entry,
          `must be ${allowed}: keys are not written into files. Set the variable and name it here.`,
        )
      }
      if (isFromWorkspace(entry.origin) && !usual.includes(name)) {
        const names = usual.join(' or ')
        const advice = 'Name others in the user file, ~/.recallite/config.yaml.'
        refuseEntry(entry, `may only name ${names} in a workspace file. ${advice}`)
      }
      return ({ variables }) => {
        const held = variables[name]?.trim() || undefined
        return silentSecret(name, held, () => held ?? refuseVariable(entry, name))
      }
    },
    fromVariable: (_text, name) => `\${${name}}`,
    show: (value) => value.reference,
  }
}

function silentSecret(name: string, value: string | undefined, reveal: () => string): Secret {
  const reference = `\${${name}}`
  const silent = { value: () => reference }
  return Object.freeze(
    Object.defineProperties(
      { reference, isSet: value !== undefined, reveal },
      { toJSON: silent, toString: silent, [inspect.custom]: silent },
    ),
  )
}
