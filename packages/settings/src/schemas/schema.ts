import { orUndefined } from '@recallite/command-line'
import * as v from 'valibot'
import {
  describeOrigin,
  nearestHint,
  partOf,
  refuseValue,
  refuseWorkspace,
  SettingsError,
  shortened,
  type Entry,
} from '../errors.js'

/** A value as JSON has it. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

/** A mapping of a file. */
export type PlainMapping = { readonly [name: string]: Plain }

/** Whether a plain value is a list. */
export const isPlainList = (value: Plain): value is readonly Plain[] => Array.isArray(value)

/** Whether a plain value is a mapping. */
export function isPlainMapping(value: Plain): value is PlainMapping {
  return typeof value === 'object' && value !== null && !isPlainList(value)
}

/** Gives the value in the surroundings of a run: variables and folders are filled in only then. */
export type Resolve<Value> = (surroundings: Surroundings) => Value

/** Variables of an environment by name; empty ones count as missing. */
export type Variables = Readonly<Record<string, string | undefined>>

/** What a value is resolved against. */
export interface Surroundings {
  /** What `~` stands for. */
  readonly home: string
  /** The folder of relative paths that variables and flags name. */
  readonly cwd: string
  readonly variables: Variables
}

/** What a value means that depends on where it is written and on the surroundings of a run. */
interface Meaning<Value> {
  /**
   * Reads a value that fits the schema.
   * @throws SettingsError at once for a value that is wrong in itself, on resolving for what the surroundings lack
   */
  readonly read: (written: string, entry: Entry) => Resolve<Value>
  /** What a variable of a name means, as a file would have it; without it its text. */
  readonly fromVariable?: (name: string) => Plain
  /** The value as a file would have it, never with a secret; without it the value itself. */
  readonly show?: (value: Value) => Plain
}

/** What values a setting can have: a schema of the value as a file has it, whose message says in words what is allowed. */
export type SettingSchema<Value = unknown> = v.GenericSchema<unknown, Value> & { readonly message: string }

/** What this file knows of a schema besides: its parts, and what `meaning` and `userOnly` add. */
interface Parts extends Partial<Meaning<unknown>> {
  readonly type: string
  readonly message: string
  readonly item?: Parts
  readonly entries?: Readonly<Record<string, Parts>>
  readonly wrapped?: Parts
  readonly options?: readonly string[]
  readonly isUserOnly?: boolean
}

function partsOf(schema: SettingSchema | Parts): Parts {
  const parts = schema as Parts
  return parts.wrapped ?? parts
}

/** A schema of texts with what they mean. */
export function meaning<Value>(schema: SettingSchema<unknown>, means: Meaning<Value>): SettingSchema<Value> {
  return Object.assign({ ...schema }, means) as unknown as SettingSchema<Value>
}

/** A schema of a part that workspace files may not set: they may come with a folder from another person. */
export function userOnly<Value>(schema: SettingSchema<Value>): SettingSchema<Value> {
  return Object.assign({ ...schema }, { isUserOnly: true })
}

const longest = 1000

/** A list of values; in the environment separated by commas, or as JSON. */
export function list<Schema extends SettingSchema>(item: Schema, items: string) {
  const allowed = `a list of ${items}, at most ${longest}`
  return v.pipe(v.array(item, allowed), v.maxLength(longest, allowed))
}

/**
 * Reads a value of a setting as a file has it.
 * @throws SettingsError at once for a value that is wrong in itself, on resolving for what the surroundings lack
 */
export function readValue(schema: SettingSchema, written: Plain, entry: Entry): Resolve<unknown> {
  const { issues } = v.safeParse(schema, written, { abortEarly: true })
  return issues ? refuse(partsOf(schema), issues[0], entry) : readParts(partsOf(schema), written, entry)
}

function readParts(parts: Parts, written: Plain, entry: Entry): Resolve<unknown> {
  const { read, item, entries, isUserOnly } = parts
  if (isUserOnly) refuseWorkspace(entry)
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

/** Says what is allowed where the first mistake is, without repeating the value. */
function refuse(schema: Parts, issue: v.BaseIssue<unknown>, whole: Entry): never {
  let [parts, entry] = [schema, whole]
  for (const { key } of issue.path ?? []) {
    const name = String(key)
    const inner = parts.item ?? parts.entries?.[name]
    const part = partOf(entry, parts.item ? `[${name}]` : `.${name}`)
    if (!inner) return refuseUnknown(Object.keys(parts.entries ?? {}), name, { ...part, key: entry.key })
    // The issue of a field that is missing is one of its mapping.
    if (issue.kind === 'schema' && issue.expected === `"${name}"`)
      refuseValue(entry, `given with its ${name}`)
    ;[parts, entry] = [partsOf(inner), part]
  }
  return refuseValue(entry, issue.message, hintOf(parts, issue.input))
}

function hintOf({ type, options = [] }: Parts, given: unknown): string {
  return type === 'picklist' && typeof given === 'string' ? nearestHint(given, options) : ''
}

function refuseUnknown(names: readonly string[], name: string, { key, origin }: Entry): never {
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: ${key} has no "${shortened(name)}".${nearestHint(name, names)} It has ${names.join(', ')}.`,
  )
}

/** A value as a file would have it, never with a secret; see `withReferences`. */
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

/** What the text of an environment variable means, as a file would have it. */
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

/** Names that an agent can have; its database is a file of that name. */
export const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/** The flags of programs that are settings, by their property. */
export type SettingFlag = 'db' | 'store' | 'model' | 'provider'

/** One row of the table of settings, from which help, schema, variables and flags are made. */
export interface Setting {
  readonly schema: SettingSchema
  /** As a file would have it. */
  readonly default?: Plain
  readonly help: string
  readonly flag?: SettingFlag
  /** Other variables that set it, besides its own; see `variablesOf`. */
  readonly variables?: readonly string[]
  /** What a text of `variables` means, as a file would have it; without it the text itself. */
  readonly readVariable?: (text: string) => string
  /** Whether workspace files may not set it: they may come with a folder from another person. */
  readonly isUserOnly?: boolean
}

/** The variables that set a setting: its own (`RECALLITE_QUERY_MAX_RESULTS`), then others. The first one set wins. */
export function variablesOf(key: string, { variables = [] }: Setting): readonly string[] {
  const own = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '_')
  return [`RECALLITE_${own.toUpperCase()}`, ...variables]
}
