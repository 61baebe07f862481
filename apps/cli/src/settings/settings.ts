import type { ValueOf } from './kinds/kind.js'
import { settingKeys, type keyTable, type SettingKey } from './key-table.js'

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

/** What sections hold until all of it is there. */
type Draft = { [name: string]: unknown }

function sectionOf(draft: Draft, name: string): Draft {
  const section = (draft[name] ?? {}) as Draft
  draft[name] = section
  return section
}

/** Settings by their keys, nested as in a file. */
export function nestSettings(valueOf: (key: SettingKey) => unknown): Settings {
  const whole: Draft = {}
  for (const key of settingKeys) {
    const names = key.split('.')
    const last = names.pop() ?? key
    names.reduce(sectionOf, whole)[last] = valueOf(key)
  }
  return whole as Settings
}
