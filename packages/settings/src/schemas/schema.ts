import { orUndefined } from '@recallite/command-line'
import * as v from 'valibot'
import {
  describeOrigin,
  nearestHint,
  partOf,
  refuseValue,
  SettingsError,
  shortened,
  type Entry,
} from '../errors.js'

/** A JSON value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

export type PlainMapping = { readonly [name: string]: Plain }

export const isPlainList = (value: Plain): value is readonly Plain[] => Array.isArray(value)

export function isPlainMapping(value: Plain): value is PlainMapping {
  return typeof value === 'object' && value !== null && !isPlainList(value)
}

/** Returns the value in the surroundings of a run, with variables and folders filled in. */
export type Resolve<Value> = (surroundings: Surroundings) => Value

/** Environment variables by name; empty ones count as missing. */
export type Variables = Readonly<Record<string, string | undefined>>

export interface Surroundings {
  /** The folder that `~` means. */
  readonly home: string
  /** The base of relative paths in variables and flags. */
  readonly cwd: string
  readonly variables: Variables
}

/** The meaning of a value that depends on its origin and on the surroundings of a run. */
interface Meaning<Value> {
  /** Reads a valid value; throws `SettingsError` at once for an invalid one, or on resolving if the surroundings lack something. */
  readonly read: (written: string, entry: Entry) => Resolve<Value>
  /** The value of a variable, by its name, as in a file; default: its text. */
  readonly fromVariable?: (name: string) => Plain
  /** The value as in a file, never with a secret; default: the value itself. */
  readonly show?: (value: Value) => Plain
}

/** The valid values of a setting, as written in a file; `message` describes them. */
export type SettingSchema<Value = unknown> = v.GenericSchema<unknown, Value> & { readonly message: string }

/** The parts of a schema, with the additions of `meaning`. */
interface Parts extends Partial<Meaning<unknown>> {
  readonly type: string
  readonly message: string
  readonly item?: Parts
  readonly entries?: Readonly<Record<string, Parts>>
  readonly wrapped?: Parts
  readonly options?: readonly string[]
}

function partsOf(schema: SettingSchema | Parts): Parts {
  const parts = schema as Parts
  return parts.wrapped ?? parts
}

/** Adds a meaning to a schema of texts. */
export function meaning<Value>(schema: SettingSchema<unknown>, means: Meaning<Value>): SettingSchema<Value> {
  return Object.assign({ ...schema }, means) as unknown as SettingSchema<Value>
}

const maxListLength = 1000

/** A list; in environment variables comma-separated, or as JSON. */
export function list<Schema extends SettingSchema>(item: Schema, items: string) {
  const allowed = `a list of ${items}, at most ${maxListLength}`
  return v.pipe(v.array(item, allowed), v.maxLength(maxListLength, allowed))
}

/** Reads a value as written in a file. Throws `SettingsError`, as `Meaning.read`. */
export function readValue(schema: SettingSchema, written: Plain, entry: Entry): Resolve<unknown> {
  const { issues } = v.safeParse(schema, written, { abortEarly: true })
  return issues ? refuse(partsOf(schema), issues[0], entry) : readParts(partsOf(schema), written, entry)
}

function readParts(parts: Parts, written: Plain, entry: Entry): Resolve<unknown> {
  const { read, item, entries } = parts
  if (read) return read(String(written), entry)
  if (item && isPlainList(written)) {
    const resolvers = written.map((each, index) =>
      readParts(partsOf(item), each, partOf(entry, `[${index}]`)),
    )
    return (surroundings) => resolvers.map((resolve) => resolve(surroundings))
  }
  if (!entries || !isPlainMapping(written)) return () => written
  const resolvers = Object.entries(entries).flatMap(([name, part]) => {
    const value = written[name]
    if (value === undefined) return []
    return [[name, readParts(partsOf(part), value, partOf(entry, `.${name}`))] as const]
  })
  return (surroundings) =>
    Object.fromEntries(resolvers.map(([name, resolve]) => [name, resolve(surroundings)]))
}

/** Describes what is allowed at the first mistake, without repeating the value. */
function refuse(schema: Parts, issue: v.BaseIssue<unknown>, whole: Entry): never {
  let [parts, entry] = [schema, whole]
  for (const { key } of issue.path ?? []) {
    const name = String(key)
    const inner = parts.item ?? parts.entries?.[name]
    const part = partOf(entry, parts.item ? `[${name}]` : `.${name}`)
    if (!inner) return refuseUnknown(Object.keys(parts.entries ?? {}), name, { ...part, key: entry.key })
    // A missing field is an issue of its mapping.
    if (issue.kind === 'schema' && issue.expected === `"${name}"`)
      refuseValue(entry, `a mapping with a ${name}`)
    ;[parts, entry] = [partsOf(inner), part]
  }
  return refuseValue(entry, issue.message, hintOf(parts, issue.input))
}

function hintOf({ type, options = [] }: Parts, given: unknown): string {
  return type === 'picklist' && typeof given === 'string' ? nearestHint(given, options) : ''
}

/** @throws SettingsError `SETTINGS_UNKNOWN_KEY` for a field that a mapping does not have */
export function refuseUnknown(names: readonly string[], name: string, { key, origin }: Entry): never {
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: ${key} has no "${shortened(name)}".${nearestHint(name, names)} It has ${names.join(', ')}.`,
  )
}

/** The value as in a file, never with a secret; see `withReferences`. */
export function showValue(schema: SettingSchema | Parts, value: unknown): Plain {
  const { show, item, entries } = partsOf(schema)
  if (show) return show(value)
  if (item) return (value as readonly unknown[]).map((each) => showValue(item, each))
  if (!entries) return value as Plain
  const given = Object.entries(value as object).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    given.flatMap(([name, part]) => (entries[name] ? [[name, showValue(entries[name], part)]] : [])),
  )
}

const booleanWords: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** Parses the text of an environment variable, as in a file. */
export function valueOfVariable(schema: SettingSchema | Parts, text: string, name: string): Plain {
  const { fromVariable, type, item } = partsOf(schema)
  if (fromVariable) return fromVariable(name)
  if (type === 'boolean') return booleanWords[text.trim().toLowerCase()] ?? text
  if (type === 'number') return text.trim() === '' ? text : Number(text)
  if (!item) return text
  if (text.trim().startsWith('[')) return orUndefined(() => JSON.parse(text) as Plain) ?? text
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => valueOfVariable(item, part, name))
}

/** Valid agent ids; each names a database file. */
export const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/** The flags that are settings. */
export type SettingFlag = 'db' | 'store' | 'model' | 'provider'

/** A row of the table of settings; help, JSON schema, variables and flags are generated from it. */
export interface Setting {
  readonly schema: SettingSchema
  /** As a file would have it. */
  readonly default?: Plain
  readonly help: string
  readonly flag?: SettingFlag
  /** Other variables that set it; see `variablesOf`. */
  readonly variables?: readonly string[]
  /** Converts a text of `variables`; default: the text itself. */
  readonly readVariable?: (text: string) => string
  /** Whether workspace files, which may come from another person, may not set it. */
  readonly isUserOnly?: boolean
}

/** The variables of a setting: `RECALLITE_QUERY_MAX_RESULTS`, then others. The first one that is set wins. */
export function variablesOf(key: string, { variables = [] }: Setting): readonly string[] {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '_')
  return [`RECALLITE_${name.toUpperCase()}`, ...variables]
}
