import type { keyTable, SettingKey } from './key-table.js'
import type { SettingSchema } from './schemas/schema.js'

type ValueOf<Schema> = Schema extends SettingSchema<infer Value> ? Value : never

/** The value of each setting; undefined if it is neither set nor has a default. */
export type FlatSettings = {
  readonly [Key in SettingKey]:
    | ValueOf<(typeof keyTable)[Key]['schema']>
    | ((typeof keyTable)[Key] extends { readonly default: unknown } ? never : undefined)
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

export type NestedSettings = Nested<FlatSettings>

/** The settings of a run, nested as in a file, without those of the backends, which are in `ResolvedSettings.chain`. */
export type Settings = Omit<NestedSettings, 'provider' | 'model' | 'fallback' | 'chain'>
