import { SettingsError, type Origin, nearestHint, shortened } from './errors.js'
import { keyTable, settingKeys, type SettingKey } from './key-table.js'
import type { ResolvedSettings } from './resolve-settings.js'
import { isPlainList, isPlainMapping, showValue, type Plain } from './schemas/schema.js'
import { hasReference, type Secret } from './schemas/texts.js'
import type { Setting } from './setting.js'

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

function isSecret(value: unknown): value is Secret {
  return typeof value === 'object' && value !== null && 'isSet' in value
}

/**
 * A value as it is shown, but texts that name variables as the file has them: a variable may hold a key, whatever setting
 * names it.
 * @param written what the file has
 */
export function withReferences(shown: Plain, written: Plain | undefined): Plain {
  if (written === undefined) return shown
  if (typeof written === 'string') return hasReference(written) ? written : shown
  if (isPlainList(written) && isPlainList(shown)) {
    return shown.map((item, index) => withReferences(item, written[index]))
  }
  if (written === null || !isPlainMapping(written) || !isPlainMapping(shown)) return shown
  const parts = Object.entries(shown).map(([name, part]) => [name, withReferences(part, written[name])])
  return Object.fromEntries(parts) as Plain
}
