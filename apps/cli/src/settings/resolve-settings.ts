import { SettingsError } from './errors.js'
import { builtInLayer, mergeLayers, type Layer } from './layer.js'
import { settingKeys, type SettingKey } from './key-table.js'
import { builtIn, describeOrigin, type Origin } from './origin.js'
import { nestSettings, type FlatSettings, type Settings } from './settings.js'
import type { Surroundings } from './surroundings.js'
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

const overlapPart = 5

/** Pieces repeat a fifth of the one before and at most the usual, unless somebody says how much: then it must fit. */
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
