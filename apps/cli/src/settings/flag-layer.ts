import type { Flags } from '../flags/flags.js'
import type { Given, Layer } from './layer.js'
import { keyTable, settingEntries, type SettingKey } from './key-table.js'
import { flagSyntax, type Setting } from './setting.js'
import { treeOf, type Plain } from './tree.js'

/** Settings as a command line has them: values as in a file, by key. What is undefined says nothing. */
export type FlagSettings = { readonly [Key in SettingKey]?: Plain | undefined }

/** The settings among the flags of a command. */
export function flagSettings(flags: Flags): FlagSettings {
  const given = settingEntries.flatMap(([key, { flag }]): [SettingKey, Plain | undefined][] =>
    flag === undefined ? [] : [[key, flags[flag]]],
  )
  return Object.fromEntries(given)
}

function readFlag(key: SettingKey, value: Plain): Given {
  const { kind, flag }: Setting = keyTable[key]
  const origin = { kind: 'flag', name: flag === undefined ? 'the command line' : flagSyntax(flag) } as const
  return { settle: kind.read(treeOf(value), { key, origin }), origin }
}

/**
 * What the command line says.
 * @throws SettingsError `SETTINGS_INVALID_VALUE`
 */
export function flagLayer(flags: FlagSettings): Layer {
  return new Map(
    settingEntries.flatMap(([key]) => {
      const value = flags[key]
      return value === undefined ? [] : [[key, readFlag(key, value)] as const]
    }),
  )
}
