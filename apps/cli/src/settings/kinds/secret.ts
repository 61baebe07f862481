import { isVariableName } from '../expand.js'
import { isInWorkspace, refusePlace, type Place } from '../place.js'
import { secretIn, type Secret } from '../secret-value.js'
import type { Kind } from './kind.js'

const allowed = 'a reference to an environment variable, such as ${OPENAI_API_KEY}'
const reference = /^\$\{([^}]*)\}$/

function variableOf(value: unknown, place: Place): string {
  const [, name = ''] = reference.exec(typeof value === 'string' ? value.trim() : '') ?? []
  if (isVariableName(name)) return name
  return refusePlace(
    place,
    `must be ${allowed}: keys do not belong into files. Set the variable and name it here.`,
  )
}

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
