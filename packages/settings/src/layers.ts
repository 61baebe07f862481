import { readVariable, type Resolve, type Variables } from './kinds/kind.js'
import { builtIn, type Origin } from './errors.js'
import { settingEntries, type SettingKey } from './key-table.js'
import { treeOf, type TreeNode, type Plain } from './tree.js'
import { flagSyntax, variablesOf, type Setting, type SettingFlag } from './setting.js'

/** The value of a setting, and where it comes from. */
export interface Given {
  readonly resolve: Resolve<unknown>
  readonly origin: Origin
  /** As a file has it. */
  readonly written?: TreeNode
}

/** The values that one origin gives, by key. */
export type Layer = ReadonlyMap<SettingKey, Given>

function layerOf(
  give: (key: SettingKey, setting: Setting) => [Plain | undefined, Origin] | undefined,
): Layer {
  return new Map(
    settingEntries.flatMap(([key, setting]) => {
      const [value, origin] = give(key, setting) ?? []
      if (value === undefined || origin === undefined) return []
      return [[key, { resolve: setting.kind.read(treeOf(value), { key, origin }), origin }] as const]
    }),
  )
}

/** The defaults. */
export function builtInLayer(): Layer {
  return layerOf((_, { default: value }) => [value, builtIn])
}

/** One layer of several: of each key the value of the last layer that has it, with its origin. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  return new Map(layers.flatMap((layer) => [...layer]))
}

/** Settings as a command line has them: values as in a file, by key; undefined ones are not given. */
export type FlagSettings = { readonly [Key in SettingKey]?: Plain | undefined }

/** The settings among the flags of a command. */
export function flagSettings(flags: { readonly [Flag in SettingFlag]?: Plain | undefined }): FlagSettings {
  const given = settingEntries.flatMap(([key, { flag }]) => (flag === undefined ? [] : [[key, flags[flag]]]))
  return Object.fromEntries(given) as FlagSettings
}

/** The settings of the command line; throws a SettingsError `SETTINGS_INVALID_VALUE`. */
export function flagLayer(flags: FlagSettings): Layer {
  return layerOf((key, { flag }) => {
    const name = flag === undefined ? 'the command line' : flagSyntax(flag)
    return [flags[key], { kind: 'flag', name }]
  })
}

/** The settings of variables that any file overrules: see `yieldsToFiles`. Empty variables give nothing. */
export function yieldingLayer(variables: Variables): Layer {
  return variablesLayer(variables, ([, ...usual], { yieldsToFiles }) => (yieldsToFiles ? usual : []))
}

/**
 * The settings of variables that overrule all files; empty variables give nothing.
 * @throws SettingsError `SETTINGS_INVALID_VALUE`
 */
export function variableLayer(variables: Variables): Layer {
  return variablesLayer(variables, (names, { yieldsToFiles }) => (yieldsToFiles ? names.slice(0, 1) : names))
}

function variablesLayer(
  variables: Variables,
  choose: (names: readonly string[], setting: Setting) => readonly string[],
): Layer {
  return layerOf((key, setting) => {
    const names = variablesOf(key, setting)
    const name = choose(names, setting).find((each) => variables[each]?.trim())
    if (name === undefined) return undefined
    const text = variables[name] ?? ''
    const meant = name === names[0] ? text : (setting.readVariable?.(text) ?? text)
    return [readVariable(setting.kind, meant, name), { kind: 'variable', name }]
  })
}
