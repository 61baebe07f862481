import { inspect } from 'node:util'
import * as v from 'valibot'
import { isFromWorkspace, refuseEntry, refuseValue, refuseVariable, type Entry } from '../errors.js'
import { meaning, type Resolve, type SettingSchema, type Variables } from './schema.js'

/** A text that is not blank. */
export function someText(allowed: string) {
  return v.pipe(v.string(allowed), v.regex(/\S/u, allowed))
}

const reference = /\$?\$\{([^}]*)(\}?)/g

/**
 * Reads a text. In files `${NAME}` stands for a variable and `$${` for a literal `${`; workspace files,
 * which may come from another person, must not name variables, whose values would be sent as the name of something.
 * @throws SettingsError
 */
export function readText(written: string, entry: Entry): Resolve<string> {
  if (entry.origin.kind !== 'file') return () => written
  if (![...written.matchAll(reference)].every(isReference)) {
    refuseValue(entry, 'a text in which every ${ begins a ${NAME}; a literal one is written $${')
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

/** Whether a text of a file names a variable; a literal `$${` does not. */
export function hasReference(written: string): boolean {
  return [...written.matchAll(reference)].some(([found]) => !found.startsWith('$$'))
}

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
export function variableOf({ reference: written }: Pick<Secret, 'reference'>): string {
  return written.trim().slice(2, -1)
}

const secretAllowed =
  'a reference to an environment variable, such as ${OPENAI_API_KEY}: keys are not written into files. Set the variable and name it here'

/**
 * A key that an environment variable holds. A missing variable is an error only when the secret is used.
 * @param usual the variables that hold it where nothing names one, the first that is set, and that a workspace file may name:
 *   one from another person must not have other secrets sent
 */
export function secret(usual: readonly string[]): SettingSchema<Secret> {
  const schema = v.pipe(
    v.string(secretAllowed),
    v.regex(/^\s*\$\{[A-Za-z_][A-Za-z0-9_]*\}\s*$/, secretAllowed),
  )
  return meaning<Secret>(schema, {
    read(written, entry) {
      const name = variableOf({ reference: written })
      if (isFromWorkspace(entry.origin) && !usual.includes(name)) {
        const names = usual.join(' or ')
        const advice = 'Name others in the user file, ~/.recallite/config.yaml.'
        refuseEntry(entry, `may only name ${names} in a workspace file. ${advice}`)
      }
      return ({ variables }) => {
        const names = entry.origin.kind === 'built-in' ? [name, ...usual] : []
        const chosen = names.find((each) => variables[each]?.trim()) ?? name
        const held = variables[chosen]?.trim() || undefined
        return silentSecret(chosen, held, () => held ?? refuseVariable(entry, chosen))
      }
    },
    fromVariable: (name) => `\${${name}}`,
    show: (value) => value.reference,
  })
}

function silentSecret(name: string, value: string | undefined, reveal: () => string): Secret {
  const shown = `\${${name}}`
  return silent({ reference: shown, isSet: value !== undefined, reveal }, shown)
}

/** An object that is printed as a text, in whatever way it is printed. */
export function silent<Value extends object>(value: Value, shown: string): Value {
  const print = { value: () => shown }
  return Object.freeze(
    Object.defineProperties(value, { toJSON: print, toString: print, [inspect.custom]: print }),
  )
}

/**
 * A length of time such as `5s`; its value is a whole number of milliseconds.
 * @param range in milliseconds, both bounds included; with `orZero` also 0, with a unit or without
 */
export function duration(range: { least: number; most: number; orZero?: boolean }): SettingSchema<number> {
  const { least, most, orZero = false } = range
  const bounds = `from ${formatDuration(least)} to ${formatDuration(most)}`
  const allowed = `a length of time such as 500ms, 5s or 2m, ${bounds}${orZero ? ', or 0' : ''}`
  const withUnit = v.pipe(v.string(allowed), v.regex(durationPattern, allowed))
  const written: SettingSchema<string | number> = orZero
    ? v.union([withUnit, v.picklist([0, '0'])], allowed)
    : withUnit
  const isAllowed = (value: string | number) => {
    const milliseconds = parseDuration(String(value))
    return (milliseconds >= least && milliseconds <= most) || (orZero && milliseconds === 0)
  }
  return meaning<number>(v.pipe(written, v.check(isAllowed, allowed)), {
    read: (text) => () => parseDuration(text),
    show: (milliseconds) => (milliseconds === 0 ? 0 : formatDuration(milliseconds)),
  })
}

/** Largest first, in milliseconds. */
const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In the largest unit that gives a whole number. */
function formatDuration(milliseconds: number): string {
  const isWhole = ([, length]: [string, number]) => milliseconds >= length && milliseconds % length === 0
  const [unit, length] = Object.entries(units).find(isWhole) ?? ['ms', 1]
  return `${milliseconds / length}${unit}`
}

const durationPattern = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/

/** A length of time such as `5s`, in milliseconds; NaN for a text that is none. */
function parseDuration(text: string): number {
  if (text === '0') return 0
  const [, amount, unit = ''] = durationPattern.exec(text.trim()) ?? []
  return Math.round(Number(amount) * (units[unit] ?? Number.NaN))
}
