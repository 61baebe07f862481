import { SettingsError, builtIn, describeOrigin, type Origin } from './errors.js'
import { builtInLayer, mergeLayers, type Layer } from './layers.js'
import { settingKeys, type SettingKey, type keyTable } from './key-table.js'
import type { Surroundings, ValueOf } from './kinds/kind.js'
import type { TreeNode } from './tree.js'

/** The settings of a run, and where each comes from. */
export interface ResolvedSettings {
  readonly settings: Settings
  /** A setting by its key. */
  valueOf<Key extends SettingKey>(key: Key): FlatSettings[Key]
  /** Where a setting's value stands; `built-in` also where it has none. */
  originOf(key: SettingKey): Origin
  /** What a file says of a setting, if its value stands in one. */
  writtenOf(key: SettingKey): TreeNode | undefined
}

/**
 * The settings that layers say, the later ones over the earlier ones and all over what is built in.
 * @throws SettingsError where a value lacks a variable or does not go with another
 */
export function resolveSettings(layers: readonly Layer[], surroundings: Surroundings): ResolvedSettings {
  const merged = mergeLayers([builtInLayer(), ...layers])
  const values = new Map(settingKeys.map((key) => [key, merged.get(key)?.settle(surroundings)]))
  const originOf = (key: SettingKey) => merged.get(key)?.origin ?? builtIn
  settleOverlap(values, originOf('chunking.overlap'))
  return {
    settings: nestSettings((key) => values.get(key)),
    valueOf: (key) => values.get(key) as FlatSettings[typeof key],
    originOf,
    writtenOf: (key) => merged.get(key)?.written,
  }
}

const overlapPart = 5

/** Chunks repeat at most a fifth of the one before, unless the overlap is set: then it must fit. */
function settleOverlap(values: Map<SettingKey, unknown>, origin: Origin): void {
  const tokens = Number(values.get('chunking.tokens'))
  const overlap = Number(values.get('chunking.overlap'))
  if (origin.kind === 'built-in') {
    values.set('chunking.overlap', Math.min(overlap, Math.floor(tokens / overlapPart)))
  } else if (overlap >= tokens) {
    throw new SettingsError(
      'SETTINGS_INVALID_VALUE',
      `${describeOrigin(origin)}: chunking.overlap must be below chunking.tokens, which is ${tokens}.`,
    )
  }
}

type Draft = { [name: string]: unknown }

function nestSettings(valueOf: (key: SettingKey) => unknown): Settings {
  const whole: Draft = {}
  for (const key of settingKeys) {
    const names = key.split('.')
    const last = names.pop() ?? key
    names.reduce(sectionOf, whole)[last] = valueOf(key)
  }
  return whole as Settings
}

function sectionOf(draft: Draft, name: string): Draft {
  const section = (draft[name] ?? {}) as Draft
  draft[name] = section
  return section
}

type Table = typeof keyTable

/** The value of each setting by its key; undefined where it has no default and nobody sets it. */
export type FlatSettings = {
  readonly [Key in SettingKey]:
    | ValueOf<Table[Key]['kind']>
    | (Table[Key] extends { readonly default: unknown } ? never : undefined)
}

type Head<Key> = Key extends `${infer First}.${string}` ? First : Key

type Under<Flat, Section extends string> = {
  readonly [Key in keyof Flat as Key extends `${Section}.${infer Rest}` ? Rest : never]: Flat[Key]
}

type Nested<Flat> = {
  readonly [Part in Head<keyof Flat> & string]: Part extends keyof Flat
    ? Flat[Part]
    : Nested<Under<Flat, Part>>
}

/** What a run is set to, nested as in a file: `settings.query.maxResults`. */
export type Settings = Nested<FlatSettings>
