import type { Given, Layer } from './layer.js'
import { settingEntries, type SettingKey } from './key-table.js'
import { variablesOf, type Setting } from './setting.js'
import type { Variables } from './surroundings.js'
import { treeOf } from './tree.js'

type Entry = readonly [SettingKey, Setting]

function readGiven([key, setting]: Entry, name: string, variables: Variables): Given {
  const text = variables[name] ?? ''
  const isOwn = name === variablesOf(key, setting)[0]
  const meant = isOwn ? text : (setting.readVariable?.(text) ?? text)
  const origin = { kind: 'variable', name } as const
  return {
    settle: setting.kind.read(treeOf(setting.kind.fromVariable(meant, name)), { key, origin }),
    origin,
  }
}

function layerOf(variables: Variables, namesOf: (entry: Entry) => readonly string[]): Layer {
  return new Map(
    settingEntries.flatMap((entry) => {
      const name = namesOf(entry).find((each) => variables[each]?.trim())
      return name === undefined ? [] : [[entry[0], readGiven(entry, name, variables)] as const]
    }),
  )
}

/** What the environment says and any file overrules: see `yieldsToFiles`. Empty variables say nothing. */
export function yieldingLayer(variables: Variables): Layer {
  return layerOf(variables, ([, setting]) => (setting.yieldsToFiles ? (setting.variables ?? []) : []))
}

/**
 * What the environment says, over all files; empty variables say nothing.
 * @throws SettingsError `SETTINGS_INVALID_VALUE`
 */
export function variableLayer(variables: Variables): Layer {
  return layerOf(variables, ([key, setting]) => {
    const names = variablesOf(key, setting)
    return setting.yieldsToFiles ? names.slice(0, 1) : names
  })
}
