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

/** The settings of a run, and where each comes from. */
export interface ResolvedSettings {
  readonly settings: Settings
  /** The backends that the settings name, the first choice first; empty if no texts are embedded. */
  readonly chain: readonly ChainEntry[]
  /** A setting by its key. */
  valueOf<Key extends SettingKey>(key: Key): FlatSettings[Key]
  /** `built-in` also for a setting without a value. */
  originOf(key: SettingKey): Origin
  /** The setting as a file has it, if its value comes from one. */
  writtenOf(key: SettingKey): Plain | undefined
}

/** Reads the value of a setting in one layer; undefined if the layer has none. */
export function valuesIn(layer: Layer, surroundings: Surroundings) {
  return <Key extends SettingKey>(key: Key) => layer.get(key)?.resolve(surroundings) as FlatSettings[Key]
}

/**
 * The settings of a run: later layers overrule earlier ones, and all overrule the defaults.
 * @throws SettingsError for a value that lacks a variable or contradicts another
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

/** By default a chunk repeats at most a fifth of the one before; a given overlap must fit as it is. */
function resolveOverlap(overlap: number, tokens: number, origin: Origin): number {
  if (origin.kind === 'built-in') return Math.min(overlap, Math.floor(tokens / 5))
  if (overlap < tokens) return overlap
  throw new SettingsError(
    'SETTINGS_INVALID_VALUE',
    `${describeOrigin(origin)}: chunking.overlap must be below chunking.tokens, which is ${tokens}.`,
  )
}

/** Settings by their keys in mappings, as a file has them. */
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

/** The options of a search that the settings set; undefined where nothing sets them, as each strategy has defaults of its own. */
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
    rerankCandidates: given('rerank.candidates'),
    rerankDeadline: given('rerank.deadline'),
  } satisfies SearchOptions
}

/** The options of a recall of records by the settings; what a caller asks for comes before them. */
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

/** A setting as it is shown: never with a secret. */
export interface ShownSetting {
  readonly key: SettingKey
  /** As a file would have it, variables by their names; null if it is neither set nor has a default. */
  readonly value: Plain
  /** Of a secret: whether its variable has a value. */
  readonly isSet?: boolean
  readonly origin: Origin
}

/**
 * The settings in force, in the order of the table.
 * @param name a key, or a section such as `query`; all of them without
 * @throws SettingsError `SETTINGS_UNKNOWN_KEY`
 */
export function listSettings(resolved: ResolvedSettings, name?: string): ShownSetting[] {
  const keys = settingKeys.filter((key) => name === undefined || key === name || key.startsWith(`${name}.`))
  if (name !== undefined && keys.length === 0) {
    throw new SettingsError(
      'SETTINGS_UNKNOWN_KEY',
      `No setting is called "${shortened(name)}".${nearestHint(name, settingKeys)} 'recallite config' shows them all.`,
    )
  }
  return keys.map((key) => {
    const { schema }: Setting = keyTable[key]
    const value: unknown = resolved.valueOf(key)
    const shown =
      value === undefined ? null : withReferences(showValue(schema, value), resolved.writtenOf(key))
    return {
      key,
      value: shown,
      ...(isSecret(value) && { isSet: value.isSet }),
      origin: resolved.originOf(key),
    }
  })
}

/** Whether the value of a setting is a secret. */
export function isSecret(value: unknown): value is Secret {
  return typeof value === 'object' && value !== null && 'isSet' in value
}

/**
 * A value as it is shown, but texts that name variables as the file has them: a variable may hold a key, whatever setting
 * names it.
 * @param written what the file has
 */
function withReferences(shown: Plain, written: Plain | undefined): Plain {
  if (written === undefined) return shown
  if (typeof written === 'string') return hasReference(written) ? written : shown
  if (isPlainList(written) && isPlainList(shown)) {
    return shown.map((item, index) => withReferences(item, written[index]))
  }
  if (written === null || !isPlainMapping(written) || !isPlainMapping(shown)) return shown
  const parts = Object.entries(shown).map(([name, part]) => [name, withReferences(part, written[name])])
  return Object.fromEntries(parts) as Plain
}
