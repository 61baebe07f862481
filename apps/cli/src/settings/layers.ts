import type { Settle, Variables } from './kinds/kind.js'
import { builtIn, type Origin } from './errors.js'
import { settingEntries, type SettingKey, keyTable } from './key-table.js'
import { treeOf, type TreeNode, type Plain } from './tree.js'
import type { Flags } from '../flags/flags.js'
import { flagSyntax, type Setting, variablesOf } from './setting.js'

/** A value that somebody gave a setting. */
export interface Given {
  readonly settle: Settle<unknown>
  readonly origin: Origin
  /** As a file has it. */
  readonly written?: TreeNode
}

/** What one place says, by key. */
export type Layer = ReadonlyMap<SettingKey, Given>

/** What holds where nobody says anything. */
export function builtInLayer(): Layer {
  return new Map(
    settingEntries.flatMap(([key, { kind, default: value }]) =>
      value === undefined
        ? []
        : [[key, { settle: kind.read(treeOf(value), { key, origin: builtIn }), origin: builtIn }] as const],
    ),
  )
}

/** One layer of several: a key has what the last layer with it says, whole, with where that stands. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  return new Map(layers.flatMap((layer) => [...layer]))
}

/** Settings as a command line has them: values as in a file, by key. What is undefined says nothing. */
export type FlagSettings = { readonly [Key in SettingKey]?: Plain | undefined }

/** The settings among the flags of a command. */
export function flagSettings(flags: Flags): FlagSettings {
  const given = settingEntries.flatMap(([key, { flag }]): [SettingKey, Plain | undefined][] =>
    flag === undefined ? [] : [[key, flags[flag]]],
  )
  return Object.fromEntries(given)
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

function readFlag(key: SettingKey, value: Plain): Given {
  const { kind, flag }: Setting = keyTable[key]
  const origin = { kind: 'flag', name: flag === undefined ? 'the command line' : flagSyntax(flag) } as const
  return { settle: kind.read(treeOf(value), { key, origin }), origin }
}

/** What the environment says and any file overrules: see `yieldsToFiles`. Empty variables say nothing. */
export function yieldingLayer(variables: Variables): Layer {
  return layerOf(variables, ([, setting]) => (setting.yieldsToFiles ? (setting.variables ?? []) : []))
}

type Entry = readonly [SettingKey, Setting]

function layerOf(variables: Variables, namesOf: (entry: Entry) => readonly string[]): Layer {
  return new Map(
    settingEntries.flatMap((entry) => {
      const name = namesOf(entry).find((each) => variables[each]?.trim())
      return name === undefined ? [] : [[entry[0], readGiven(entry, name, variables)] as const]
    }),
  )
}

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
