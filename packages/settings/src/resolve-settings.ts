import type { MemoryOptions, SearchOptions } from '@recallite/core'
import type { RecallOptions } from '@recallite/core/records'
import { SettingsError, builtIn, describeOrigin, nearestHint, shortened, type Origin } from './errors.js'
import { chainOf, type ChainEntry } from './embedding/chain.js'
import { builtInLayer, mergeLayers, type Layer } from './layers.js'
import { keyTable, settingKeys, type SettingKey } from './key-table.js'
import type { FlatSettings, NestedSettings, Settings } from './setting-types.js'
import {
  isPlainList,
  isPlainMapping,
  showValue,
  type Plain,
  type Setting,
  type Surroundings,
} from './schemas/schema.js'
import { hasReference, type Secret } from './schemas/texts.js'

/** The settings of a run, with their origins. */
export interface ResolvedSettings {
  readonly settings: Settings
  /** The backends named by the settings, first choice first; empty if nothing is embedded. */
  readonly chain: readonly ChainEntry[]
  valueOf<Key extends SettingKey>(key: Key): FlatSettings[Key]
  /** Also `built-in` for a setting without a value. */
  originOf(key: SettingKey): Origin
  /** The setting as written in a file, if its value comes from one. */
  writtenOf(key: SettingKey): Plain | undefined
}

/** Returns a reader of the values in one layer. */
export function valuesIn(layer: Layer, surroundings: Surroundings) {
  return <Key extends SettingKey>(key: Key) => layer.get(key)?.resolve(surroundings) as FlatSettings[Key]
}

/**
 * Resolves the settings of a run; later layers override earlier ones, all override the defaults. Throws `SettingsError` for
 * an unset variable or a contradiction.
 */
export function resolveSettings(layers: readonly Layer[], surroundings: Surroundings): ResolvedSettings {
  const merged = mergeLayers([builtInLayer(), ...layers])
  const read = valuesIn(merged, surroundings)
  const originOf = (key: SettingKey) => merged.get(key)?.origin ?? builtIn
  const values = new Map<SettingKey, unknown>(settingKeys.map((key) => [key, read(key)]))
  const [tokens, overlap] = [read('chunking.tokens'), read('chunking.overlap')]
  values.set('chunking.overlap', resolveOverlap(overlap, tokens, originOf('chunking.overlap')))
  const { provider, model, fallback, chain, ...settings } = nest(values) as NestedSettings
  return {
    settings,
    chain: chainOf({ ...settings, provider, model, fallback, chain }, originOf),
    valueOf: (key) => values.get(key) as FlatSettings[typeof key],
    originOf,
    writtenOf: (key) => merged.get(key)?.written,
  }
}

/** The default overlap shrinks to a fifth of the chunk; an explicit one must be valid as it is. */
function resolveOverlap(overlap: number, tokens: number, origin: Origin): number {
  if (origin.kind === 'built-in') return Math.min(overlap, Math.floor(tokens / 5))
  if (overlap < tokens) return overlap
  throw new SettingsError(
    'SETTINGS_INVALID_VALUE',
    `${describeOrigin(origin)}: chunking.overlap must be below chunking.tokens, which is ${tokens}.`,
  )
}

/** Nests settings into mappings, as in a file. */
export function nest(values: Iterable<readonly [key: string, value: unknown]>): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of values) {
    const names = key.split('.')
    const last = names.pop() ?? key
    names.reduce((part, name) => (part[name] ??= {}) as typeof whole, whole)[last] = value
  }
  return whole
}

/** The options of a memory, from the settings; one whose store cannot be written (`isReadOnly`) is not synced. */
export function memorySettings(
  { chunking, query, store, cache, update, models }: Settings,
  use: { readonly livesLong?: boolean | undefined; readonly isReadOnly?: boolean | undefined } = {},
) {
  const { livesLong = false, isReadOnly = false } = use
  const beforeSearch = update.onBoot ? 'before-search' : 'none'
  return {
    chunking: { target: chunking.tokens, overlap: chunking.overlap },
    queryDeadline: query.deadline,
    keepUnusedVectors: store.keepUnusedVectors,
    cachedAnswers: cache.enabled ? cache.maxEntries : 0,
    freshness: isReadOnly ? 'none' : livesLong ? 'behind-search' : beforeSearch,
    modelIdle: livesLong && models.idle > 0 ? models.idle : undefined,
  } satisfies Omit<MemoryOptions, 'store'>
}

/** The options of a search; undefined if nothing sets them, since each strategy has its own defaults. */
export function searchSettings({ valueOf, originOf }: Pick<ResolvedSettings, 'valueOf' | 'originOf'>) {
  const given = <Key extends SettingKey>(key: Key): FlatSettings[Key] | undefined =>
    originOf(key).kind === 'built-in' ? undefined : valueOf(key)
  return {
    limit: given('query.maxResults'),
    threshold: given('query.minScore'),
    fusion: given('query.fusion'),
    vectorWeight: given('query.hybrid.vectorWeight'),
    textWeight: given('query.hybrid.textWeight'),
    textNormalization: given('query.hybrid.textNormalization'),
    rrfK: given('query.hybrid.rrfK'),
    candidateMultiplier: given('query.hybrid.candidateMultiplier'),
    perDocument: given('query.perDocument'),
    recency: given('query.recency'),
    time: given('query.time'),
    status: given('query.status'),
    rerankCandidates: given('rerank.candidates'),
    rerankDeadline: given('rerank.deadline'),
  } satisfies SearchOptions
}

/** The options of a recall that the settings set; explicit options take precedence. */
export function recallSettings(resolved: Pick<ResolvedSettings, 'valueOf' | 'originOf'>) {
  const { valueOf } = resolved
  const halfLife = valueOf('recall.halfLife')
  return {
    threshold: valueOf('recall.threshold'),
    minConfidence: valueOf('recall.minConfidence'),
    decay: halfLife === undefined ? undefined : { halfLife },
    fusion: searchSettings(resolved).fusion,
    time: searchSettings(resolved).time,
  } satisfies RecallOptions
}

/** A setting for display, never with a secret. */
export interface ListedSetting {
  readonly key: SettingKey
  /** As in a file, with variables by name; null without a value. */
  readonly value: Plain
  /** For secrets: whether the variable has a value. */
  readonly isSet?: boolean
  readonly origin: Origin
}

/**
 * The settings in effect, in the order of the table: all, one key, or a section such as `query`. Throws `SettingsError`
 * `SETTINGS_UNKNOWN_KEY`.
 */
export function listSettings(resolved: ResolvedSettings, name?: string): ListedSetting[] {
  const keys = settingKeys.filter((key) => name === undefined || key === name || key.startsWith(`${name}.`))
  if (name !== undefined && keys.length === 0) {
    throw new SettingsError(
      'SETTINGS_UNKNOWN_KEY',
      `No setting is called "${shortened(name)}".${nearestHint(name, settingKeys)} 'recallite config' lists all settings.`,
    )
  }
  return keys.map((key) => {
    const { schema }: Setting = keyTable[key]
    const value: unknown = resolved.valueOf(key)
    const written = resolved.writtenOf(key)
    return {
      key,
      value: value === undefined ? null : withReferences(showValue(schema, value), written),
      ...(isSecret(value) && { isSet: value.isSet }),
      origin: resolved.originOf(key),
    }
  })
}

export function isSecret(value: unknown): value is Secret {
  return typeof value === 'object' && value !== null && 'isSet' in value
}

/** Replaces texts by the variables that the file (`written`) names, since any variable may contain a key. */
function withReferences(plain: Plain, written: Plain | undefined): Plain {
  if (written === undefined) return plain
  if (typeof written === 'string') return hasReference(written) ? written : plain
  if (isPlainList(written) && isPlainList(plain)) {
    return plain.map((item, index) => withReferences(item, written[index]))
  }
  if (written === null || !isPlainMapping(written) || !isPlainMapping(plain)) return plain
  const parts = Object.entries(plain).map(([name, part]) => [name, withReferences(part, written[name])])
  return Object.fromEntries(parts) as Plain
}
