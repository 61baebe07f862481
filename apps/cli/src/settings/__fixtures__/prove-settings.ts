import { describe, expect, it } from 'vitest'
import { settingKeys, type SettingKey, type ShownSetting, type Plain } from '@recallite/settings'
import { settingsWorkspace, type PlainSettings, type SettingsWorkspace } from './settings-workspace.js'

/** What shows that a setting changes what the program does. */
export interface Proof {
  /** Settings that are the same both times. */
  readonly given?: PlainSettings
  /** The setting, as a file has it. */
  readonly value: Plain
  /** As `recallite config` shows it, where that differs. */
  readonly shown?: unknown
  /** Runs the program and tells what it did. */
  readonly observe: () => Promise<unknown>
  /** What is observed while nobody sets it; asymmetric matchers are welcome. */
  readonly unset: unknown
  /** What is observed once it is set. */
  readonly set: unknown
}

/** Prepares a proof in a workspace of its own. */
export type MakeProof = (workspace: SettingsWorkspace) => Proof | Promise<Proof>

/** The part of a key before the first dot, or `general`. */
export type SectionOf<Key> = Key extends `${infer Section}.${string}` ? Section : 'general'

type KeysOf<Section> = { [Key in SettingKey]: SectionOf<Key> extends Section ? Key : never }[SettingKey]

/** See `SectionOf`. */
export function sectionOf(key: SettingKey): string {
  return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'general'
}

/** One setting over others, each where it stands in a file. */
function withSetting(settings: PlainSettings, key: string, value: Plain): PlainSettings {
  const [name = '', ...rest] = key.split('.')
  if (rest.length === 0) return { ...settings, [name]: value }
  const section = (settings[name] ?? {}) as PlainSettings
  return { ...settings, [name]: withSetting(section, rest.join('.'), value) }
}

/** What is expected and what is the case, without the setting. */
async function observeUnset(make: MakeProof) {
  const workspace = settingsWorkspace()
  const { given = {}, observe, unset } = await make(workspace)
  workspace.set(given)
  return { expected: unset, seen: await observe() }
}

/** What is expected and what is the case, with the setting, and what `recallite config` shows. */
async function observeSet(make: MakeProof, key: SettingKey) {
  const workspace = settingsWorkspace()
  const { given = {}, value, shown = value, observe, set } = await make(workspace)
  workspace.set(withSetting(given, key, value))
  const { settings } = await workspace.runJson<{ settings: ShownSetting[] }>('config', key)
  const origin = { kind: 'file', file: workspace.userFile, isWorkspace: false }
  return { expected: set, seen: await observe(), settings, expectedSettings: [{ key, value: shown, origin }] }
}

/**
 * Proves each setting of a section: the program does one thing while it is unset and another when the user's file sets
 * it, and `recallite config` tells value and place. A setting without a proof fails.
 */
export function proveSettings<Section extends SectionOf<SettingKey>>(
  section: Section,
  proofs: Readonly<Record<KeysOf<Section>, MakeProof>>,
): void {
  const entries = Object.entries<MakeProof>(proofs) as [SettingKey, MakeProof][]
  describe(`settings of section ${section}`, () => {
    it('are all proven here', () => {
      expect(entries.map(([key]) => key)).toEqual(settingKeys.filter((key) => sectionOf(key) === section))
    })
    it.each(entries)('A24: %s changes what the program does', async (key, make) => {
      const [before, after] = await Promise.all([observeUnset(make), observeSet(make, key)])
      expect(before.seen).toEqual(before.expected)
      expect(after.settings).toMatchObject(after.expectedSettings)
      expect(after.seen).toEqual(after.expected)
      expect(after.seen).not.toEqual(before.seen)
    })
  })
}
