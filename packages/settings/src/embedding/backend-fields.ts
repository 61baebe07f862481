import { partOf, refuseEntry, refuseValue, type Entry } from '../errors.js'
import {
  isPlainList,
  isPlainMapping,
  refuseUnknown,
  type Plain,
  type PlainMapping,
} from '../schemas/schema.js'

/** A chain with the field names of the settings. Its entry has the lines of the names in the file. */
export interface Chain {
  readonly written: Plain
  readonly entry: Entry
}

/** Reads a `chain`, whose backends may use OpenClaw's field names. Other values are left to the schema. */
export function chainOfList(written: Plain, entry: Entry): Chain {
  if (!isPlainList(written)) return { written, entry }
  return chainOf(
    written.map((backend, index) => [partOf(entry, `[${index}]`), backend]),
    entry,
  )
}

/** Reads OpenClaw's `embedding`: `primary`, then `fallback_1` and so on. Throws `SettingsError`. */
export function chainOfEmbedding(written: Plain, entry: Entry, { chain }: PlainMapping): Chain {
  if (chain !== undefined)
    refuseEntry(entry, 'and chain are two names of the same setting. Remove one of them.')
  if (!isPlainMapping(written))
    return refuseValue(entry, 'a mapping of primary, fallback_1 and further fallbacks')
  const names = Object.keys(written).toSorted((a, b) => rankOf(a) - rankOf(b))
  const unknown = names.find((name) => Number.isNaN(rankOf(name)))
  if (unknown !== undefined) return refuseUnknown(['primary', 'fallback_1', 'fallback_2'], unknown, entry)
  const backends = names.map((name) => [partOf(entry, `.${name}`), written[name] ?? null] as const)
  return chainOf(backends, { ...entry, key: entry.key.replace(/embedding$/u, 'chain') })
}

function rankOf(name: string): number {
  return name === 'primary' ? 0 : Number(/^fallback_([1-9]\d{0,2})$/u.exec(name)?.[1])
}

/** OpenClaw's names of the fields of a backend. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['type', 'provider'],
  ['path', 'model'],
  ['model_path', 'model'],
  ['base_url', 'baseUrl'],
  ['api_key', 'apiKey'],
])

function chainOf(backends: readonly (readonly [Entry, Plain])[], entry: Entry): Chain {
  const keys = new Map<string, string>()
  const written = backends.map(([{ key, ...origin }, backend], index) => {
    keys.set(`${entry.key}[${index}]`, key)
    if (!isPlainMapping(backend)) return backend
    const fields = Object.entries(backend).map(([name, value]) => {
      const field = fieldNames.get(name) ?? name
      keys.set(`${entry.key}[${index}].${field}`, `${key}.${name}`)
      return [field, field === 'provider' && value === 'local_gguf' ? 'local' : value] as const
    })
    const renamed = new Map(fields)
    if (renamed.size < fields.length)
      refuseValue({ key, ...origin }, 'a mapping with one name for each field')
    return Object.fromEntries(renamed)
  })
  const lineOf = entry.lineOf && ((key: string) => entry.lineOf?.(keys.get(key) ?? key) ?? 1)
  return { written, entry: { ...entry, ...(lineOf && { lineOf }) } }
}
