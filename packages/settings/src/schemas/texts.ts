import { inspect } from 'node:util'
import * as v from 'valibot'
import { isFromWorkspace, refuseEntry, refuseValue, refuseVariable, type Entry } from '../errors.js'
import { meaning, type Resolve, type SettingSchema, type Variables } from './schema.js'

export function someText(allowed: string) {
  return v.pipe(v.string(allowed), v.regex(/\S/u, allowed))
}

const reference = /\$?\$\{([^}]*)(\}?)/g

/**
 * Reads a text; throws `SettingsError`. In files `${NAME}` is a variable and `$${` a literal `${`. Workspace files, which
 * may come from another person, must not refer to variables, whose values might be sent as names.
 */
export function readText(written: string, entry: Entry): Resolve<string> {
  if (entry.origin.kind !== 'file') return () => written
  if (![...written.matchAll(reference)].every(isReference)) {
    refuseValue(entry, 'a text in which every ${ begins a ${NAME}; write a literal one as $${')
  }
  if (isFromWorkspace(entry.origin) && hasReference(written)) {
    refuseEntry(
      entry,
      'may not take its value from a variable in a workspace file. Write the value out, or put it into the user file, ~/.recallite/config.yaml.',
    )
  }
  const expand = (variables: Variables) => (found: string, name: string) =>
    found.startsWith('$$') ? found.slice(1) : variables[name] || refuseVariable(entry, name)
  return ({ variables }) => written.replace(reference, expand(variables))
}

function isReference([found, name = '', end]: RegExpMatchArray): boolean {
  return found.startsWith('$$') || (end === '}' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
}

/** Whether a text of a file refers to a variable; a literal `$${` does not. */
export function hasReference(written: string): boolean {
  return [...written.matchAll(reference)].some(([found]) => !found.startsWith('$$'))
}

/** A secret in a variable; always printed as the name of the variable. */
export interface Secret {
  /** As in a file: `${OPENAI_API_KEY}`. */
  readonly reference: string
  readonly isSet: boolean
  /** Returns the secret; throws `SettingsError` `SETTINGS_VARIABLE_UNSET`. */
  reveal(): string
}

/** The name of the variable. */
export function variableOf({ reference: written }: Pick<Secret, 'reference'>): string {
  return written.trim().slice(2, -1)
}

const secretAllowed =
  'a reference to an environment variable, such as ${OPENAI_API_KEY}: files must not contain keys. Set the variable and name it here'

/**
 * A key in an environment variable, which must be set only when the key is used. The default variables are tried in order;
 * a workspace file may refer only to them, so that no other secret is sent.
 */
export function secret(defaultNames: readonly string[]): SettingSchema<Secret> {
  const schema = v.pipe(
    v.string(secretAllowed),
    v.regex(/^\s*\$\{[A-Za-z_][A-Za-z0-9_]*\}\s*$/, secretAllowed),
  )
  return meaning<Secret>(schema, {
    read(written, entry) {
      const name = variableOf({ reference: written })
      if (isFromWorkspace(entry.origin) && !defaultNames.includes(name)) {
        const names = defaultNames.join(' or ')
        const advice = 'Name others in the user file, ~/.recallite/config.yaml.'
        refuseEntry(entry, `may only name ${names} in a workspace file. ${advice}`)
      }
      return ({ variables }) => {
        const names = entry.origin.kind === 'built-in' ? [name, ...defaultNames] : []
        const chosen = names.find((each) => variables[each]?.trim()) ?? name
        const held = variables[chosen]?.trim() || undefined
        const text = `\${${chosen}}`
        const reveal = () => held ?? refuseVariable(entry, chosen)
        return silent({ reference: text, isSet: held !== undefined, reveal }, text)
      }
    },
    fromVariable: (name) => `\${${name}}`,
    show: (value) => value.reference,
  })
}

/** Makes an object print as a text, however it is printed. */
export function silent<Value extends object>(value: Value, text: string): Value {
  const print = { value: () => text }
  return Object.freeze(
    Object.defineProperties(value, { toJSON: print, toString: print, [inspect.custom]: print }),
  )
}

/** A duration such as `5s`, in milliseconds, between `min` and `max`; with `orZero` also 0. */
export function duration(range: { min: number; max: number; orZero?: boolean }): SettingSchema<number> {
  const { min, max, orZero = false } = range
  const bounds = `from ${formatDuration(min)} to ${formatDuration(max)}`
  const allowed = `a duration such as 500ms, 5s or 2m, ${bounds}${orZero ? ', or 0' : ''}`
  const withUnit = v.pipe(v.string(allowed), v.regex(durationPattern, allowed))
  const written: SettingSchema<string | number> = orZero
    ? v.union([withUnit, v.picklist([0, '0'])], allowed)
    : withUnit
  const isAllowed = (value: string | number) => {
    const milliseconds = parseDuration(String(value))
    return (milliseconds >= min && milliseconds <= max) || (orZero && milliseconds === 0)
  }
  return meaning<number>(v.pipe(written, v.check(isAllowed, allowed)), {
    read: (text) => () => parseDuration(text),
    show: (milliseconds) => (milliseconds === 0 ? 0 : formatDuration(milliseconds)),
  })
}

/** In milliseconds, largest first. */
const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In the largest unit that gives a whole number. */
function formatDuration(milliseconds: number): string {
  const isWhole = ([, length]: [string, number]) => milliseconds >= length && milliseconds % length === 0
  const [unit, length] = Object.entries(units).find(isWhole) ?? ['ms', 1]
  return `${milliseconds / length}${unit}`
}

const durationPattern = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/

/** Parses a duration to milliseconds; NaN if it is invalid. */
function parseDuration(text: string): number {
  if (text === '0') return 0
  const [, amount, unit = ''] = durationPattern.exec(text.trim()) ?? []
  return Math.round(Number(amount) * (units[unit] ?? Number.NaN))
}
